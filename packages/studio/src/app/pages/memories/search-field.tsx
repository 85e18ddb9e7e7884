import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { route, setQuery } from "../../frame/router.js";
import { words } from "./words.js";

/** Milliseconds without a key before it is searched. */
const PAUSE_MS = 250;

/** Field for what is searched, which goes into the address once one pauses. */
export function SearchField(): JSX.Element {
  const asked = route.value.query["q"] ?? "";
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        search(text);
        document.querySelector<HTMLElement>(".virtual-list")?.focus();
      }}
    >
      <input
        class="input"
        type="search"
        aria-label={words().search}
        placeholder={words().searchHint}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(search, PAUSE_MS, value);
        }}
      />
      <kbd class="key" aria-hidden="true">
        /
      </kbd>
    </form>
  );
}

function search(text: string): void {
  setQuery({ q: text.trim(), at: "" });
}
