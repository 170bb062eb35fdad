// A game without cards: what it comes to is seen while names are tapped, before it is saved.
"use strict";
const form = document.querySelector("[data-outcome]");
const place = document.getElementById("preview");

// A second tap on a choice takes it back, so no line is needed for that: a hidden choice would keep
// the keyboard from the others.
form.querySelectorAll(".taps.no-script").forEach((line) => line.remove());
let before = null;
form.addEventListener("pointerdown", (event) => {
  const radio = event.target.closest(".chip")?.querySelector("input[type=radio]");
  before = radio?.checked ? radio : null;
});
form.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches(".chip input[type=radio]:checked")) return;
  event.preventDefault();
  back(event.target);
});
form.addEventListener("click", (event) => {
  if (event.target === before) back(before);
  before = null;
});
function back(radio) {
  radio.checked = false;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

// Whoever is banker plays everybody else.
const banker = document.getElementById("/banker");
banker?.addEventListener("change", againstBanker);
function againstBanker() {
  for (const group of form.querySelectorAll("[data-player]")) group.hidden = group.dataset.player === banker.value;
}

// The service reckons; an answer that a later tap has overtaken is dropped.
let asked = 0, timer = 0;
async function look() {
  const mine = ++asked;
  if (form.elements.claim?.value === "totals") { place.textContent = ""; return; }
  const said = new URLSearchParams(new FormData(form));
  said.set("do", "look");
  try {
    const answer = await fetch(location.href, { method: "POST", body: said });
    const text = await answer.text();
    if (mine === asked) place.innerHTML = answer.ok ? text : "";
  } catch {
    if (mine === asked) place.textContent = "";
  }
}

// What was tapped survives a reload, until it is sent.
const DRAFT = `settle.draft:${location.pathname}`, SAME = ["/game", "/against"];
const field = (name) => form.elements.namedItem(name);
const claimed = form.querySelector("[name=claim][value=round]");
form.addEventListener("change", (event) => {
  if (claimed && event.target.closest(".chip")) claimed.checked = true;
  clearTimeout(timer);
  timer = setTimeout(look, 120);
  localStorage.setItem(DRAFT, JSON.stringify({ body: new URLSearchParams(new FormData(form)).toString() }));
});
const kept = new URLSearchParams(JSON.parse(localStorage.getItem(DRAFT) || "{}").body);
if (SAME.every((name) => (kept.get(name) ?? "") === (field(name)?.value ?? "")) && kept.size && !document.getElementById("wrong")) {
  for (const each of form.elements) {
    if (["checkbox", "radio"].includes(each.type)) each.checked = kept.getAll(each.name).includes(each.value);
    else if (each.name && !["hidden", "file", "submit"].includes(each.type) && kept.has(each.name)) each.value = kept.get(each.name);
  }
  look();
}

// Whoever goes back after a game was recorded tells the next one.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Without a connection a game waits on the phone, and the next one can be told.
async function send(event) {
  const told = event.target;
  if (!window.settleQueue) return;
  event.preventDefault();
  if (told.dataset.sent) return;
  const said = new URLSearchParams(new FormData(told));
  const item = { url: location.href, body: said.toString(), label: told.dataset.queue.replace("{game}", said.get("/game")) };
  const how = await window.settleQueue.send(item);
  if (how === "refused") { told.submit(); return; }
  localStorage.removeItem(DRAFT);
  if (how === "done") { location.assign(told.dataset.after); return; }
  window.settleQueue.add(item);
  delete told.dataset.sent;
  if (field("/game").value < Number(told.dataset.games)) another(Number(field("/game").value) + 1);
}
function another(game) {
  form.reset();
  for (const each of document.querySelectorAll("[data-queue]")) {
    each.elements.namedItem("/game").value = game;
    each.elements.namedItem("idempotency_key").value = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  if (banker) {
    banker.value = JSON.parse(form.dataset.bankers)[game] || "";
    againstBanker();
  }
  const title = document.getElementById("title");
  title.textContent = title.dataset.title.replace("{game}", game);
  place.textContent = "";
  window.scrollTo(0, 0);
}
document.querySelectorAll("[data-queue]").forEach((each) => each.addEventListener("submit", send));
