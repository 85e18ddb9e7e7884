import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { RankChange } from "./rank-changes.js";

const WIDTH = 64;
/** Height of a memory's place and the first line of its text. */
const MIDDLE = 22;

/** A line from one list to the other; one end is missing if it is in only one of them. */
interface Link {
  readonly key: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Lines between the two lists of an ancestor with the class `lab`, from memory to memory. */
export function RankLinks({
  changes,
  active,
}: {
  readonly changes: ReadonlyMap<string, RankChange>;
  readonly active: string | undefined;
}): JSX.Element {
  const ref = useRef<SVGSVGElement>(null);
  const [links, setLinks] = useState<readonly Link[]>([]);
  useLayoutEffect(() => {
    const svg = ref.current;
    const lab = svg?.closest(".lab");
    if (!svg || !lab) return undefined;
    const measure = (): void => {
      const top = svg.getBoundingClientRect().top - MIDDLE;
      const [from, to] = ["a", "b"].map((side) => {
        const rows = lab.querySelectorAll<HTMLElement>(`[data-side=${side}] [data-key]`);
        return new Map(
          [...rows].map((row) => [row.dataset["key"], row.getBoundingClientRect().top - top]),
        );
      });
      const next = [...changes.keys()].map((key) => ({
        key,
        from: from?.get(key),
        to: to?.get(key),
      }));
      setLinks((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [lab, ...lab.querySelectorAll("[data-side], ol")]) observer.observe(one);
    return () => observer.disconnect();
  });
  return (
    <svg class="links" ref={ref} width={WIDTH} aria-hidden="true">
      {links.map(({ key, from, to }) => (
        <path
          key={key}
          class={`${changes.get(key)?.sort}${active === key ? " active" : ""}`}
          d={pathOf(from, to)}
        />
      ))}
    </svg>
  );
}

function pathOf(from: number | undefined, to: number | undefined): string {
  const [half, end] = [WIDTH / 2, WIDTH];
  if (from === undefined) return to === undefined ? "" : `M${end},${to}h-14m0,-4v8`;
  if (to === undefined) return `M0,${from}h14m0,-4v8`;
  return `M0,${from}C${half},${from} ${half},${to} ${end},${to}`;
}
