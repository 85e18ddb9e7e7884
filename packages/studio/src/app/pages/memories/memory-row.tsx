import type { VNode } from "preact";

import type { MemoryRow } from "../../../wire/memories.js";
import { Marks } from "../../parts/marks.js";
import { StrengthMeter, strengthAt } from "../../parts/strength-meter.js";
import { presentMoment } from "../../parts/use-now.js";
import { dateTime, percent, relative } from "../../words/format.js";
import { memoryWords, nameOf } from "../../words/memory-words.js";
import { words } from "./words.js";

/** Kinds that are always derived. */
const MADE = new Set(["fact", "episode"]);

/** Draws a memory in the list, or a line where one will be. */
export function drawRow(row: MemoryRow | undefined, index: number): VNode {
  if (row === undefined) {
    return <span class="waiting" style={{ width: `${40 + ((index * 37) % 45)}%` }} />;
  }
  const now = presentMoment();
  const { kind, origin, createdAt, relevance } = row;
  const text = row.text.replaceAll(/\s+/gu, " ").trim();
  return (
    <>
      <StrengthMeter value={strengthAt(row, now)} />
      <span class="memory-text">{text === "" ? memoryWords().noText : text}</span>
      <Marks row={row} now={now} />
      <span class="tags">
        {relevance !== undefined && (
          <span class="tag green" title={words().relevance}>
            {percent(relevance)}
          </span>
        )}
        <span class="tag">{nameOf(kind)}</span>
        {origin !== "user" && !MADE.has(kind) && <span class="tag">{nameOf(origin)}</span>}
      </span>
      <time class="faint" dateTime={createdAt} title={dateTime(createdAt)}>
        {relative(createdAt, now)}
      </time>
    </>
  );
}
