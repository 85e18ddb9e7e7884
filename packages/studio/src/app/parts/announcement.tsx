import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { signal } from "../frame/signal.js";

/** Milliseconds that it is seen. */
const SEEN_MS = 8000;
/** What was done last. */
const said = signal("");

/** Says what was done, to those who see the page and those who hear it. */
export function announce(text: string): void {
  said.value = text;
}

/** Place where it is said. */
export function Announcement(): JSX.Element {
  const text = said.value;
  useEffect(() => {
    if (text === "") return undefined;
    const timer = setTimeout(announce, SEEN_MS, "");
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="announcement" role="status">
      {text !== "" && <p class="notice green">{text}</p>}
    </div>
  );
}
