import type { JSX } from "preact";

import { nameOf } from "../words/memory-words.js";

/** Names the kinds of memories, or other things, that colours stand for. */
export function KindLegend({
  colors,
  name = nameOf,
}: {
  readonly colors: Iterable<readonly [kind: string, color: string]>;
  /** Names one. @defaultValue as a kind of memories */
  readonly name?: (kind: string) => string;
}): JSX.Element {
  return (
    <ul class="legend">
      {[...colors].map(([kind, background]) => (
        <li key={kind}>
          <span class="swatch round" style={{ background }} aria-hidden="true" /> {name(kind)}
        </li>
      ))}
    </ul>
  );
}
