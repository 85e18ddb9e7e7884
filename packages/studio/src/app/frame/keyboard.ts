import { PAGES } from "../pages/page-table.js";
import { go } from "./router.js";

/** Milliseconds in which a second key belongs to the first. */
const PAIR_MS = 1500;
/** Elements that take letters themselves. */
const TYPES = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select";

/** Listens for keys until the returned function is called. */
export function listenToKeys({ showHelp }: { readonly showHelp: () => void }): () => void {
  let pressedAt = 0;
  const pages = new Map(
    PAGES.flatMap(({ pages: all }) => all.map(({ letter, name }) => [letter, name] as const)),
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.matches(TYPES) === true || document.querySelector("dialog[open]") !== null) return;
    const page = pages.get(event.key);
    const isPair = event.timeStamp - pressedAt < PAIR_MS;
    pressedAt = event.key === "g" ? event.timeStamp : 0;
    if (isPair && page !== undefined) go(page);
    else if (event.key === "?") showHelp();
    else if (event.key === "/") focusSearch(event);
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>("input[type=search]");
  if (search === null) return;
  event.preventDefault();
  search.focus();
}
