import type { JSX } from "preact";

import { Track } from "../../parts/track.js";
import { number, percent } from "../../words/format.js";
import { words } from "./words.js";

const MOST = 8;

/** A bar with its name. */
export interface Bar {
  readonly name: string;
  readonly count: number;
  /** Where it leads to. */
  readonly href: string;
}

/** Counts by name as bars, most first. */
export function BarList({
  bars,
  total,
}: {
  readonly bars: readonly Bar[];
  readonly total: number;
}): JSX.Element {
  const sorted = bars.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, MOST);
  const longest = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <>
      <ul class="bars">
        {shown.map(({ name, count, href }) => (
          <li key={name}>
            <a href={href}>{name}</a>
            <span class="quiet">
              {number(count)} <span class="faint">{percent(count / Math.max(1, total))}</span>
            </span>
            <Track to={count / longest} />
          </li>
        ))}
      </ul>
      {sorted.length > MOST && <p class="faint">{words().andMore(sorted.length - MOST)}</p>}
    </>
  );
}
