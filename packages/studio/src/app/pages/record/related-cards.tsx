import type { ComponentChildren, JSX } from "preact";

import type { MemoryRow } from "../../../wire/memories.js";
import type { ErasureAnswer, RecordAnswer } from "../../../wire/record.js";
import { Card } from "../../parts/card.js";
import { MemoryLink } from "../../parts/memory-link.js";
import { Show } from "../../parts/states.js";
import type { Loaded } from "../../parts/use-load.js";
import { presentMoment } from "../../parts/use-now.js";
import { relative } from "../../words/format.js";
import { nameOf } from "../../words/memory-words.js";
import { words } from "./words.js";

/** What a memory was made of, with the words that prove it. */
export function SourcesCard({ answer }: { readonly answer: RecordAnswer }): JSX.Element {
  const text = words();
  const { record, sources, quotes, by } = answer;
  const gone = Math.min(record.sources.length, 50) - sources.length;
  return (
    <Card
      title={text.sources}
      aside={by !== undefined && <p>{by === "rule" ? text.byRule : text.byModel(by)}</p>}
    >
      {record.sources.length === 0 && <p class="quiet">{text.noSources}</p>}
      <ul class="related">
        {sources.map((row) => (
          <Related key={row.id} row={row}>
            {quotes
              .filter(({ source, quote }) => source === row.id && quote !== row.text)
              .map(({ quote }) => (
                <q key={quote}>{quote}</q>
              ))}
          </Related>
        ))}
      </ul>
      {gone > 0 && <p class="faint">{text.goneSources(gone)}</p>}
    </Card>
  );
}

/** What was made of a memory. */
export function DerivedCard({ erasure }: { readonly erasure: Loaded<ErasureAnswer> }): JSX.Element {
  const text = words();
  return (
    <Card title={text.derived}>
      <Show of={erasure} lines={2}>
        {({ derived, derivedRows }) => (
          <>
            {derived === 0 && <p class="quiet">{text.noDerived}</p>}
            <ul class="related">
              {derivedRows.map((row) => (
                <Related key={row.id} row={row}>
                  {!row.isDirect && <span>{text.indirect}</span>}
                </Related>
              ))}
            </ul>
            {derived > derivedRows.length && (
              <p class="faint">{text.more(derived - derivedRows.length)}</p>
            )}
          </>
        )}
      </Show>
    </Card>
  );
}

/** Memories around one in its talk. */
export function ThreadCard({ answer }: { readonly answer: RecordAnswer }): JSX.Element {
  const text = words();
  const { record, before, after } = answer;
  return (
    <Card title={text.thread(record.thread ?? "")}>
      <ol class="related thread">
        {before.map((row) => (
          <Related key={row.id} row={row} />
        ))}
        <li aria-current="true">
          <p class="memory-text">{record.content.slice(0, 160)}</p>
          <p class="faint">{text.thisOne}</p>
        </li>
        {after.map((row) => (
          <Related key={row.id} row={row} />
        ))}
      </ol>
    </Card>
  );
}

/** Memories under a heading; nothing if there are none. */
export function RowsCard({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly MemoryRow[];
}): JSX.Element {
  if (rows.length === 0) return <></>;
  return (
    <Card title={title}>
      <ul class="related">
        {rows.map((row) => (
          <Related key={row.id} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function Related({
  row,
  children,
}: {
  readonly row: MemoryRow;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <li>
      <MemoryLink row={row}>
        {nameOf(row.kind)} · {relative(row.createdAt, presentMoment())}
        {children}
      </MemoryLink>
    </li>
  );
}
