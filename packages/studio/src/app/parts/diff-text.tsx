import type { JSX } from "preact";

import { diffWords } from "./diff-words.js";

/** How a text became another one. */
export function DiffText({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  return (
    <span class="memory-text diff">
      {diffWords(before, after).map(({ type, text }, index) => {
        if (type === "removed") return <del key={index}>{text}</del>;
        return type === "added" ? <ins key={index}>{text}</ins> : <span key={index}>{text}</span>;
      })}
    </span>
  );
}
