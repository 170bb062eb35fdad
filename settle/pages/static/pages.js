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
