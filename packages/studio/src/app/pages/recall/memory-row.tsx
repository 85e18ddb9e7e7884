import type { ComponentChildren, JSX } from "preact";

import type { LabMemory, LabText } from "../../../wire/recall.js";
import { MemoryLink } from "../../parts/memory-link.js";
import { date } from "../../words/format.js";
import { keyOf, type RankChange } from "./rank-changes.js";
import { decimal } from "./step-words.js";
import { WaterfallChart, WaterfallStrip } from "./waterfall-chart.js";
import type { Span } from "./waterfall.js";
import { words } from "./words.js";

/** How all rows of the page are drawn. */
export interface RowView {
  readonly span: Span;
  /** True if the steps of all memories that were returned are shown. */
  readonly showsAll: boolean;
  /** Key of the memory whose steps are shown. */
  readonly open: string;
  /** Opens the steps of a memory, in both answers. */
  readonly onOpen: (key: string) => void;
  /** Key of the memory that is pointed at. */
  readonly active: string | undefined;
  readonly onActive: (key: string | undefined) => void;
}

/** A memory: its place, its text, and the steps to its score. */
export function MemoryRow({
  memory,
  place,
  threshold,
  note,
  view,
}: {
  readonly memory: LabMemory;
  /** Its place; absent: it was left out. */
  readonly place?: number;
  readonly threshold: number | undefined;
  /** What became of it, or why it was left out. */
  readonly note?: ComponentChildren;
  readonly view: RowView;
}): JSX.Element {
  const text = words();
  const key = keyOf(memory);
  const { span, showsAll, open, active, onOpen, onActive } = view;
  const isAlwaysOpen = showsAll && place !== undefined;
  const isOpen = isAlwaysOpen || open === key;
  const { scope, kind, createdAt, neighbours, replacedBy, score } = memory;
  return (
    <li
      class={`hit${place === undefined ? " omitted" : ""}${active === key ? " active" : ""}`}
      data-key={place && key}
      onPointerEnter={() => onActive(key)}
      onPointerLeave={() => onActive(undefined)}
    >
      <span class="place">{place}</span>
      <div>
        <Around texts={neighbours?.before} name={text.before} />
        <MemoryLink row={memory}>
          {note} {[date(createdAt), kind, ...scope].join(" · ")}
          {replacedBy !== undefined && ` · ${text.replaced}`}
        </MemoryLink>
        <Around texts={neighbours?.after} name={text.after} />
      </div>
      <div class="why">
        {!isAlwaysOpen && (
          <button
            type="button"
            class="strip-button"
            aria-expanded={isOpen}
            aria-label={text.showSteps(decimal(score))}
            onClick={() => onOpen(isOpen ? "" : key)}
          >
            <WaterfallStrip memory={memory} span={span} />
            <span>{decimal(score)}</span>
          </button>
        )}
        {isOpen && <WaterfallChart {...{ memory, span, threshold }} />}
      </div>
    </li>
  );
}

/** What became of a memory from the first answer to the second. */
export function ChangeMark({ change }: { readonly change: RankChange }): JSX.Element {
  const text = words();
  const { sort, by } = change;
  const sign = { up: `↑ ${by}`, down: `↓ ${by}`, same: "=", new: text.new, gone: text.gone }[sort];
  const said = sort === "up" || sort === "down" ? text[sort](by) : text[sort];
  return (
    <span class={`change ${sort}`} role="img" aria-label={said} title={said}>
      {sign}
    </span>
  );
}

/** Memories around one in its thread. */
function Around({
  texts = [],
  name,
}: {
  readonly texts: readonly LabText[] | undefined;
  readonly name: string;
}): JSX.Element {
  return (
    <>
      {texts.map(({ id, text }) => (
        <p key={id} class="around" title={name}>
          {text}
        </p>
      ))}
    </>
  );
}
