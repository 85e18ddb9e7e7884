import type { JSX } from "preact";

import type { FeedEntry } from "../../../wire/feed.js";
import { hrefOfMemory } from "../../parts/memory-link.js";
import { number, time } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import type { Row } from "./feed-state.js";
import { words } from "./words.js";

/** One thing that happened. */
export function FeedRow({ row: { sort, entry } }: { readonly row: Row }): JSX.Element {
  const said = words();
  const { at, by, scope, operation, durationMs, error } = entry;
  return (
    <li class={`happened ${sort}`}>
      <time class="faint" dateTime={at}>
        {time(at)}
      </time>
      <span class="what">{nameOf(entry)}</span>
      <span class="about">
        <Text entry={entry} />
        {operation !== undefined && <code>{operation}</code>}
        <Count entry={entry} />
        {error !== undefined && <span class="tag red">{said.failed(error)}</span>}
        {by !== "program" && <span class="tag">{said[by]}</span>}
        {scope.length > 0 && <span class="faint">{scope.join(" / ")}</span>}
      </span>
      <span class="faint took">{durationMs !== undefined && milliseconds(durationMs)}</span>
    </li>
  );
}

/** Writes a time in milliseconds. */
export function milliseconds(value: number): string {
  return `${number(value, value < 10 ? 1 : 0)} ms`;
}

function nameOf({ name, isNew }: FeedEntry): string {
  const { names } = words();
  return name === "remembered" && isNew === false ? names.changed : names[name];
}

/** Beginning of a memory or a question; leads to the record if it is one. */
function Text({ entry }: { readonly entry: FeedEntry }): JSX.Element | null {
  const { name, text, records, count } = entry;
  if (text === undefined) return null;
  const [record, ...more] = records;
  const isRecord = record !== undefined && more.length === 0 && count === 1;
  if (!isRecord || name === "recalled" || name === "surfaced") {
    return <span class="said">{text}</span>;
  }
  return (
    <a class="said" href={hrefOfMemory(record.id, record.scope)}>
      {text}
    </a>
  );
}

/** Number of records, with links to the first ones. */
function Count({ entry }: { readonly entry: FeedEntry }): JSX.Element | null {
  const { name, text, records, count, error } = entry;
  const isSaid =
    text !== undefined && count === 1 && (name === "remembered" || name === "archived");
  if (error !== undefined || isSaid || name === "reminder" || name === "degraded") return null;
  return (
    <span class="quiet">
      {shared().memories(count)}
      {records.map((record, index) => (
        <a
          key={record.id}
          class="nth"
          href={hrefOfMemory(record.id, record.scope)}
          aria-label={words().record(index + 1)}
        >
          {index + 1}
        </a>
      ))}
    </span>
  );
}
