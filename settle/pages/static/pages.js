// What pages do better with a script: nothing here is needed to use them.
"use strict";
document.documentElement.classList.add("with-script");

// A form is sent once, however often it is tapped; its key would keep a second one from counting.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
});

// Times are told as the clock of whoever reads them has them.
for (const time of document.querySelectorAll("time[data-local]")) {
  const at = new Date(time.dateTime), two = (number) => String(number).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  time.textContent = time.dataset.local === "day" ? day : `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

// Faults are read first.
document.getElementById("wrong")?.focus();

// A text to the clipboard; where that is barred, it is marked so that it can be copied by hand.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy);
  let told = button.dataset.done;
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    text.focus();
    text.select();
    told = button.dataset.marked;
  }
  button.textContent = told;
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

// A game that another phone has recorded is seen here within seconds.
const live = document.getElementById("live");
let seen = live && `"${live.dataset.state}"`;
async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(live.dataset.live, { headers: { "If-None-Match": seen }, cache: "no-store" });
    if (answer.status !== 200) return;
    seen = answer.headers.get("ETag");
    renew(await answer.text());
    const told = document.getElementById("live-told");
    told.textContent = told.dataset.told;
  } catch { /* No connection: the next look will tell. */ }
}
// What was opened stays open, and the keyboard where it was.
function renew(html) {
  const opened = [...live.querySelectorAll("details")].map((each) => each.open);
  const at = live.contains(document.activeElement) && document.activeElement.id;
  live.innerHTML = html;
  live.querySelectorAll("details").forEach((each, place) => { each.open = opened[place] ?? each.open; });
  if (at) document.getElementById(at)?.focus({ preventScroll: true });
}
if (live) {
  setInterval(look, 3000);
  document.addEventListener("visibilitychange", look);
}

// The drawing of a sheet as a picture, made on the phone itself.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-picture]");
  if (!button) return;
  const drawing = await (await fetch(button.dataset.picture)).blob();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((picture) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = button.dataset.name;
    link.click();
  }, "image/png");
});
