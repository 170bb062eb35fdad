// Games that wait on this phone for a connection: sent again with their own keys until they are
// answered, so that each is saved once. The page says which ones wait.
"use strict";
window.settleQueue = (() => {
  const NAME = "settle.queue", AGAIN = 4000, PATIENCE = 10000;
  const place = document.getElementById("waiting");
  const all = () => JSON.parse(localStorage.getItem(NAME) || "[]");
  const keep = (items) => localStorage.setItem(NAME, JSON.stringify(items));

  // "done", "refused" by the service, or "waiting": nobody knows, so it is asked again.
  async function send(item) {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(item.url, { method: "POST", body: new URLSearchParams(item.body), redirect: "manual", signal: stop.signal });
      if (answer.type === "opaqueredirect") return "done";
      return answer.status === 429 || answer.status >= 500 ? "waiting" : "refused";
    } catch {
      return "waiting";
    } finally {
      clearTimeout(late);
    }
  }

  function add(item) {
    keep([...all().filter((each) => each.body !== item.body), item]);
    tell();
  }

  let running = false;
  async function replay() {
    if (running) return;
    running = true;
    let sent = false;
    for (const item of all().filter((each) => !each.refused)) {
      const how = await send(item);
      if (how === "waiting") break;
      sent ||= how === "done";
      const others = all().filter((each) => each.body !== item.body);
      keep(how === "done" ? others : [...others, { ...item, refused: true }]);
      window.dispatchEvent(new CustomEvent("settle:answered", { detail: { body: item.body, how } }));
    }
    running = false;
    tell(sent);
  }

  // What was refused is opened with all that was entered, to be put right.
  function open(item) {
    localStorage.setItem(`settle.draft:${new URL(item.url, location.href).pathname}`, JSON.stringify({ version: "*", body: item.body }));
    keep(all().filter((each) => each.body !== item.body));
    location.assign(item.url);
  }

  function tell(sent = false) {
    const items = all();
    const waiting = items.filter((item) => !item.refused);
    place.hidden = !items.length && !sent;
    place.textContent = "";
    if (waiting.length) line(place.dataset.waiting.replace("{games}", waiting.map((item) => item.label).join(" · ")));
    else if (sent) line(place.dataset.sent);
    for (const item of items.filter((each) => each.refused)) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "quiet", textContent: place.dataset.open });
      button.addEventListener("click", () => open(item));
      line(`${place.dataset.refused.replace("{games}", item.label)} `).append(button);
    }
  }
  function line(text) {
    const told = document.createElement("p");
    told.textContent = text;
    place.append(told);
    return told;
  }

  tell();
  if (all().length) replay();
  window.addEventListener("online", replay);
  setInterval(() => { if (all().some((item) => !item.refused)) replay(); }, AGAIN);
  return { send, add };
})();
