const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const agoFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

/** Returns true for a part of an answer that is a recalled memory. */
export function isMemory(part) {
  return part.type === "source-document" && part.providerMetadata?.kioku !== undefined;
}

/** Shows the memories that were recalled for an answer. */
export function showRecalled(question, memories) {
  byId("recalled-for").textContent = `“${question}”`;
  byId("recalled").replaceChildren(...memories.map(memoryItem));
  byId("recalled-none").textContent = "Nothing was recalled.";
  byId("recalled-none").hidden = memories.length > 0;
  byId("scores-are").hidden = memories.length === 0;
}

/** Shows that there is no answer yet. */
export function clearRecalled() {
  byId("recalled-for").textContent = "";
  byId("recalled").replaceChildren();
  byId("recalled-none").textContent =
    "Nothing yet. Memories that fit what you write are shown here.";
  byId("recalled-none").hidden = false;
  byId("scores-are").hidden = true;
}

/** Words of memories are written by anybody: they become text, and never HTML. */
function memoryItem(part) {
  const { content, score, kind, origin, trust, createdAt } = part.providerMetadata.kioku;
  const item = element("li", "memory");
  const facts = element("p", "facts");
  facts.append(
    barOf(score),
    element("span", "hidden", "score"),
    element("span", "score", score.toFixed(2)),
    element("span", "kind", kind),
    element("span", "from", trust <= 0.5 ? `from ${origin}, untrusted` : `from ${origin}`),
    ageOf(new Date(createdAt)),
  );
  item.append(element("p", "text", content), facts);
  return item;
}

/** A score from 0 to 1. */
function barOf(score) {
  const bar = element("span", "bar");
  const fill = element("span");
  fill.style.width = `${score * 100}%`;
  bar.append(fill);
  // The number beside it says the same.
  bar.ariaHidden = "true";
  return bar;
}

function ageOf(date) {
  const time = element("time", "age", ago((Date.now() - date.getTime()) / 1_000));
  time.dateTime = date.toISOString();
  time.title = dateFormat.format(date);
  return time;
}

function ago(seconds) {
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return agoFormat.format(-Math.floor(seconds / length), unit);
  }
  return "just now";
}

/** An element with a class and a text, which is never read as HTML. */
export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}

/** The element of the page with this id. */
export function byId(id) {
  return document.getElementById(id);
}
