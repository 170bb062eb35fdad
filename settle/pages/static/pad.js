// Recording by tapping cards. The fields of the form hold what was entered, as if it had been
// written there; the pad and the rows only show them. The service reads, judges and keeps.
"use strict";
const SIZES = [3, 5, 5];
const CARD = /^[2-9TJQKA][shcd]$/;
const SOON = 350;

const form = document.getElementById("record");
const pad = document.getElementById("pad");
const told = document.getElementById("told");
const rest = document.getElementById("rest");
const spoken = document.getElementById("said");
const offline = document.getElementById("offline");
const beside = matchMedia("(min-width: 56rem)");
const keys = [...pad.querySelectorAll(".key")];
const keyOf = new Map(keys.map((key) => [key.dataset.card, key]).reverse());

// --- hands: rows of cards, with null where one is still to come -----------------------------------

const hands = [...form.querySelectorAll(".hand")].map((box) => ({
  box,
  name: box.dataset.name,
  who: box.querySelector(".who"),
  count: box.querySelector(".count"),
  area: box.querySelector("textarea"),
  natural: box.querySelector("select"),
  out: box.querySelector("input[type=checkbox]"),
  told: box.querySelector(".hand-told"),
  rows: SIZES.map((size) => Array(size).fill(null)),
  slots: makeSlots(box.querySelector(".slots")),
}));
let current = hands[0], target = null, picked = null;

function makeSlots(place) {
  place.hidden = false;
  return SIZES.map((size, row) => {
    const line = place.appendChild(document.createElement("div"));
    return Array.from({ length: size }, (_, at) => {
      const slot = line.appendChild(document.createElement("button"));
      slot.type = "button";
      slot.className = "card slot";
      slot.dataset.at = `${row} ${at}`;
      return slot;
    });
  });
}

// What is written in a field, where it is all cards; the service reads any other notation.
function rowsOf(text) {
  const parts = text.split("/").map((part) => part.split(/\s+/).filter(Boolean));
  const all = parts.flat();
  if (!all.every((card) => CARD.test(card)) || parts.length > 3) return null;
  const rows = parts.length > 1 ? parts : [all.slice(0, 3), all.slice(3, 8), all.slice(8)];
  if (rows.some((row, at) => row.length > SIZES[at])) return null;
  return SIZES.map((size, at) => Array.from({ length: size }, (_, place) => rows[at]?.[place] ?? null));
}
const textOf = (rows) => rows.map((row) => row.filter(Boolean).join(" ")).join(" / ").replace(/[ /]+$/, "");
const lacking = (hand) => (hand.out?.checked ? 0 : hand.rows.flat().filter((card) => !card).length);
const places = () => hands.flatMap((hand) => hand.out?.checked ? [] : hand.rows.flatMap((cards, row) =>
  cards.map((card, at) => ({ hand, row, at, card })))).filter((place) => place.card);

// --- tapping --------------------------------------------------------------------------------------

function put({ hand, row, at }, card) {
  hand.rows[row][at] = card;
  hand.area.value = textOf(hand.rows);
}

function holeOf(hand) {
  if (target?.hand === hand && !hand.rows[target.row][target.at]) return target;
  for (const [row, cards] of hand.rows.entries()) {
    const at = cards.indexOf(null);
    if (at >= 0) return { hand, row, at };
  }
  return null;
}

function tap(key) {
  if (field) return tapField(key.dataset.card);
  const owner = key.owner;
  picked = null;
  if (owner) {
    put(owner, null);
    unsay(key);
    choose(owner.hand);
    target = owner;
  } else {
    const hand = lacking(current) ? current : following();
    if (!hand) return;
    put(holeOf(hand), key.dataset.card);
    target = null;
    say(key, hand);
    choose(lacking(hand) ? hand : following() || hand);
  }
  changed();
}

// What was dealt before an exchange and what was passed on are fields of their own: while one of
// them is chosen, cards go there.
const fields = [...form.querySelectorAll("input[data-size]")];
let field = null;
const inField = () => field.value.split(/\s+/).filter(Boolean);
function tapField(card) {
  const held = inField(), at = held.indexOf(card);
  if (at >= 0) held.splice(at, 1);
  else if (held.length < field.dataset.size) held.push(card);
  field.value = held.join(" ");
  if (held.length === Number(field.dataset.size)) {
    const next = fields[fields.indexOf(field) + 1];
    if (next?.dataset.size === field.dataset.size && !next.value) field = next;
    toSight = true;
  }
  changed();
}
for (const each of fields) {
  // The pad takes the place of the keyboard that phones would put over it.
  each.inputMode = "none";
  each.addEventListener("focus", () => { field = each; toSight = true; render(); });
}

// The next player, in seat order, whose hand is not whole yet.
function following() {
  const from = hands.indexOf(current);
  return [...hands.slice(from + 1), ...hands.slice(0, from)].find(lacking);
}

function choose(hand) {
  field = null;
  if (hand !== current) target = null;
  current = hand;
  toSight = true;
}

// The hand stands just above the pad, so that no key moves under the finger.
let toSight = false;
function show() {
  if (!toSight) return;
  toSight = false;
  const place = field?.parentElement || current.box;
  place.style.scrollMarginBottom = `${beside.matches ? 0 : pad.offsetHeight}px`;
  place.scrollIntoView({ block: "nearest" });
}

// A placed card is picked up and put down: on another place they change places, on its own it goes back.
function tapSlot(hand, slot) {
  const [row, at] = slot.dataset.at.split(" ").map(Number);
  const here = { hand, row, at };
  const card = hand.rows[row][at];
  if (picked) {
    const same = picked.hand === hand && picked.row === row && picked.at === at;
    const other = picked.hand.rows[picked.row][picked.at];
    put(picked, same ? null : card);
    if (same) unsay(keyOf.get(card));
    if (!same) put(here, other);
    picked = null;
    changed();
  } else if (card) {
    picked = here;
  } else {
    target = here;
  }
  choose(hand);
  render();
}

// All cards that nobody has are the last player's.
function left() {
  const open = hands.filter(lacking);
  const free = keys.filter((key) => !key.owner);
  return open.length === 1 && lacking(open[0]) === free.length ? { hand: open[0], free } : null;
}
rest.addEventListener("click", () => {
  const found = left();
  found.free.forEach((key) => put(holeOf(found.hand), key.dataset.card));
  choose(found.hand);
  changed();
});

pad.addEventListener("click", (event) => {
  const key = event.target.closest(".key");
  if (key) tap(key);
});
for (const hand of hands) {
  hand.who.addEventListener("click", () => { choose(hand); picked = null; render(); });
  hand.box.addEventListener("click", (event) => {
    const slot = event.target.closest(".slot");
    if (slot) tapSlot(hand, slot);
  });
  hand.area.addEventListener("focus", () => { if (current !== hand) { choose(hand); render(); } });
  hand.area.addEventListener("input", () => take(hand, hand.area.value));
}

// From the keyboard: rank and suit are typed, or arrows lead from card to card.
let rank = "";
pad.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
  const typed = event.key === "0" ? "T" : event.key;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (step) {
    const to = keys[keys.indexOf(document.activeElement) + step];
    if (to) { focusable(to); to.focus(); }
    event.preventDefault();
  } else if (/^[2-9tjqka]$/i.test(typed)) {
    rank = typed.toUpperCase();
  } else if (rank && /^[shcd]$/i.test(typed)) {
    const same = keys.filter((key) => key.dataset.card === rank + typed.toLowerCase());
    rank = "";
    if (same.length) tap(same.find((key) => !key.owner) || same[0]);
  }
});
function focusable(key) {
  keys.forEach((each) => { each.tabIndex = each === key ? 0 : -1; });
}

// --- showing --------------------------------------------------------------------------------------

function say(key, hand) {
  spoken.textContent = `${key.dataset.name}: ${hand.name}`;
}

function unsay(key) {
  spoken.textContent = `${key.dataset.name}: –`;
}

// On a key there is room for one letter of whoever holds it: the first; where others begin with it,
// the first that nobody else of them has there, or the seat.
const letters = hands.map((hand) => [...hand.name]);
const marks = letters.map((own, seat) => {
  const alike = letters.filter((other, at) => at !== seat && other[0] === own[0]);
  return own.find((letter, at) => alike.every((other) => other[at] !== letter)) || String(seat + 1);
});
hands.forEach((hand, seat) => {
  hand.mark = marks.indexOf(marks[seat]) === marks.lastIndexOf(marks[seat]) ? marks[seat] : String(seat + 1);
});
const ROWS = form.dataset.rows.split("|");

function render() {
  keys.forEach((key) => { key.owner = null; });
  for (const place of places()) {
    const key = keys.find((each) => each.dataset.card === place.card && !each.owner);
    if (key) key.owner = place;
  }
  for (const key of keys) {
    const name = key.owner?.hand.name;
    key.classList.toggle("taken", Boolean(name));
    key.classList.toggle("mine", key.owner?.hand === current);
    key.querySelector("i").textContent = name ? key.owner.hand.mark : "";
    key.setAttribute("aria-label", name
      ? pad.dataset.taken.replace("{card}", key.dataset.name).replace("{player}", name) : key.dataset.name);
  }
  hands.forEach(renderHand);
  const found = left();
  rest.hidden = !found;
  if (field) rest.hidden = true;
  if (found) rest.textContent = rest.dataset.text.replace("{player}", found.hand.name);
  fields.forEach((each) => each.classList.toggle("hole", each === field));
  if (field) keys.forEach((key) => { key.classList.remove("taken"); key.classList.toggle("mine", inField().includes(key.dataset.card)); });
  const isFull = !field && !hands.some(lacking);
  if (isFull && pad.contains(document.activeElement)) document.getElementById("save").focus({ preventScroll: true });
  pad.classList.toggle("full", isFull);
  if (!isFull) show();
}

function renderHand(hand) {
  const hole = hand === current ? holeOf(hand) : null;
  hand.box.classList.toggle("now", hand === current);
  hand.box.classList.toggle("away", Boolean(hand.out?.checked));
  hand.who.setAttribute("aria-pressed", hand === current);
  hand.count.textContent = hand.out?.checked ? "–" : `${13 - lacking(hand)}/13`;
  hand.slots.forEach((line, row) => line.forEach((slot, at) => {
    const card = hand.rows[row][at], key = keyOf.get(card);
    if (slot.dataset.card !== (card || "")) {
      slot.dataset.card = card || "";
      slot.replaceChildren(...(key ? [...key.children].slice(0, 2).map((part) => part.cloneNode(true)) : []));
    }
    slot.className = `card slot${card ? ` suit-${card[1]}` : ""}${hole?.row === row && hole.at === at ? " hole" : ""}`;
    const isPicked = picked?.hand === hand && picked.row === row && picked.at === at;
    slot.setAttribute("aria-pressed", isPicked);
    slot.setAttribute("aria-label", `${hand.name} ${ROWS[row]} ${at + 1}: ${key ? key.dataset.name : "–"}`);
    slot.tabIndex = hand === current ? 0 : -1;
  }));
}

// --- asking the service ---------------------------------------------------------------------------

const draftName = () => `settle.draft:${new URL(form.action).pathname}`;
const entered = () => String(new URLSearchParams(new FormData(form)));
let timer = 0, busy = false, again = false, stale = false, over = false;

function take(hand, text) {
  const rows = rowsOf(text);
  if (!rows) return;
  hand.rows = rows;
  render();
}

function changed() {
  render();
  if (over) return;
  remember();
  clearTimeout(timer);
  if (!stale) timer = setTimeout(look, SOON);
}

// The phone itself keeps what the service has not answered yet, beside what it was sent last.
let lastSent = null;
function remember() {
  localStorage.setItem(draftName(), JSON.stringify({ version: form.elements.version.value, body: entered(), sent: lastSent }));
}
const bare = (body) => String(new URLSearchParams([...new URLSearchParams(body)].filter(([name, value]) =>
  value.trim() && !["version", "idempotency_key"].includes(name))));

// One question at a time: each answer says which version the next one is made of.
async function look() {
  if (over) return;
  if (busy) { again = true; return; }
  busy = true;
  const game = form.dataset.game, sent = entered(), texts = hands.map((hand) => hand.area.value);
  lastSent = sent;
  if (localStorage.getItem(draftName())) remember();
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(sent) });
    if (answer.status >= 500 || answer.status === 429) throw new Error("later");
    const text = await answer.text();
    // Of a game that was sent meanwhile nothing is asked any more.
    if (!over && game === form.dataset.game) {
      told.innerHTML = text;
      answered(sent, texts);
      offline.hidden = true;
    }
  } catch {
    if (!over) {
      offline.hidden = false;
      offline.textContent = form.dataset.offline;
      clearTimeout(timer);
      timer = setTimeout(look, SOON * 10);
    }
  }
  busy = false;
  if (again) { again = false; look(); }
}

function answered(sent, texts) {
  const reading = told.querySelector(".reading");
  if (!reading) return;
  stale = reading.dataset.state === "stale";
  if (!stale) {
    form.elements.version.value = reading.dataset.version;
    if (bare(entered()) === bare(sent)) localStorage.removeItem(draftName());
    else remember();
  }
  for (const one of told.querySelectorAll(".one")) heard(one, hands[one.dataset.seat], texts[one.dataset.seat]);
  if (reading.dataset.state === "whole" && form.dataset.state !== "whole") told.scrollIntoView({ block: "nearest" });
  form.dataset.state = reading.dataset.state;
}

// What the service reads in a field, unless something else stands there by now.
function heard(one, hand, text) {
  hand.told.replaceChildren(...one.querySelectorAll(":scope > :not(h3)"));
  if (!one.dataset.sound || hand.area.value !== text) return;
  if (document.activeElement !== hand.area) hand.area.value = one.dataset.text;
  take(hand, one.dataset.text);
}

form.addEventListener("input", changed);
form.addEventListener("change", changed);
form.addEventListener("click", (event) => {
  const declare = event.target.closest("[data-declare]");
  if (declare) {
    hands.find((hand) => hand.box.contains(declare)).natural.value = declare.dataset.declare;
    changed();
  }
  if (event.target.closest("[data-keep]")) {
    const reading = told.querySelector(".reading");
    form.elements.version.value = reading.dataset.version;
    form.elements["/against"].value = reading.dataset.against;
    stale = false;
    look();
  }
});

// --- saving ---------------------------------------------------------------------------------------

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.submitter?.classList.contains("no-script")) { look(); return; }
  if (over) return;
  if (event.submitter?.dataset.as) {
    localStorage.removeItem(draftName());
    become(event.submitter.dataset.as);
  }
  over = true;
  clearTimeout(timer);
  const item = { url: form.action, body: entered(), label: form.dataset.label.replace("{game}", form.dataset.game) };
  const how = await window.settleQueue.send(item);
  if (how === "done") {
    localStorage.removeItem(draftName());
    location.assign(form.dataset.after);
  } else if (how === "refused") {
    form.submit();
  } else {
    localStorage.removeItem(draftName());
    window.settleQueue.add(item);
    waits(item);
  }
});

// The game waits for a connection; the next one is entered meanwhile. Where there is none, the page
// waits too, and leads on once the game is answered.
let waiting = null;
function waits(item) {
  const next = Number(form.dataset.game) + 1;
  if (!form.elements["/against"].value && next <= Number(form.dataset.games)) { begin(next); return; }
  waiting = item.body;
  offline.hidden = false;
  offline.textContent = form.dataset.waits;
}
window.addEventListener("settle:answered", ({ detail }) => {
  if (detail.body !== waiting) return;
  offline.hidden = true;
  if (detail.how === "done") location.assign(form.dataset.after);
});

// The page is of another game from now on.
function become(game) {
  const other = (address) => address.replace(`/games/${form.dataset.game}/`, `/games/${game}/`);
  form.action = other(form.action);
  form.dataset.preview = other(form.dataset.preview);
  form.dataset.game = game;
  const title = document.getElementById("title");
  title.textContent = title.dataset.title.replace("{game}", game);
  document.getElementById("save").textContent = form.dataset.save.replace("{game}", game);
  history.replaceState(null, "", form.action);
}

function begin(game) {
  become(game);
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = false;
    else if (field.name && field.type !== "button") field.value = "";
  }
  form.elements.version.value = 0;
  form.elements.idempotency_key.value = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (form.elements["/banker"]) form.elements["/banker"].value = JSON.parse(form.dataset.bankers)[game] || "";
  hands.forEach((hand) => { hand.rows = rowsOf(""); hand.told.replaceChildren(); });
  told.replaceChildren();
  offline.hidden = true;
  delete form.dataset.sent;
  delete form.dataset.state;
  over = stale = again = false;
  lastSent = picked = null;
  choose(hands[0]);
  render();
}

// --- beginning ------------------------------------------------------------------------------------

// What the service has not got: the phone was reloaded before it could be told.
function restored() {
  const kept = JSON.parse(localStorage.getItem(draftName()) || "null");
  if (!kept) return false;
  // Another version may be one that this phone has sent and not heard of.
  const ours = [form.elements.version.value, "*"].includes(kept.version) || (kept.sent && bare(kept.sent) === bare(entered()));
  if (!ours) return false;
  const sent = new URLSearchParams(kept.body);
  for (const hand of hands) if (hand.out) hand.out.checked = sent.has(hand.out.name);
  for (const [name, value] of sent) {
    const field = form.elements[name];
    if (field && field.type !== "checkbox" && !["version", "/against", "idempotency_key"].includes(name)) field.value = value;
  }
  return true;
}

// Whoever goes back to a game that was recorded sees it as it stands.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

pad.hidden = false;
focusable(keys[0]);
const unsent = restored();
hands.forEach((hand) => take(hand, hand.area.value));
choose(hands.find(lacking) || hands[0]);
render();
if (unsent || hands.some((hand) => hand.area.value)) look();
