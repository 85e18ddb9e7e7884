import type { MemoryRecord } from "@kioku/core";

import { count, counted } from "../../output/numbers.js";
import type { Printer, Screen } from "../../output/printer.js";
import { day } from "../../output/times.js";
import { truncate } from "../../output/width.js";
import { wrap } from "../../output/wrap.js";
import { shortId } from "../../show/short-id.js";
import { oneLine } from "../../show/text-lines.js";
import type { Going } from "./read-going.js";

/** Returns what would go as JSON: counts, and at most 20 memories. */
export function goingToJson({ count: memories, erasure, ...going }: Going): unknown {
  return {
    dryRun: true,
    count: memories,
    states: going.states,
    memories: going.memories,
    ...(erasure === undefined
      ? {}
      : {
          past: erasure.past,
          derivedCount: erasure.derivedCount,
          derived: erasure.derived,
        }),
  };
}

/** Returns lines that show what would go, under a heading such as `This would forget`. */
export function goingLines(going: Going, heading: string, print: Printer): readonly string[] {
  const { style, columns } = print;
  const { erasure } = going;
  const beside = [
    ...(going.states === 0 ? [] : [counted(going.states, "record that the mind keeps", STATES)]),
    ...((erasure?.past ?? 0) <= 0
      ? []
      : [`${count(erasure?.past ?? 0)} that only history knows, forgotten or changed since`]),
  ];
  const also = beside.length === 0 ? "" : `, with ${beside.join(", and ")}`;
  return [
    ...wrap(`${heading} ${countedMemories(going.count)}${also}:`, columns).map(style.strong),
    ...listLines(going.memories, going.count, print),
    ...(erasure === undefined || erasure.derivedCount === 0
      ? []
      : [
          ...wrap(`and ${count(erasure.derivedCount)} that were made of them:`, columns),
          ...listLines(erasure.derived, erasure.derivedCount, print),
        ]),
  ];
}

const STATES = "records that the mind keeps";

/** Returns a number of memories in words. */
export function countedMemories(memories: number): string {
  return counted(memories, "memory", "memories");
}

/** Returns a line for each memory: its id, its day, and the beginning of its text. */
function listLines(
  memories: readonly MemoryRecord[],
  all: number,
  { columns, style }: Screen,
): readonly string[] {
  const lines = memories.map(({ id, content, occurredAt, createdAt }) => {
    const details = `  ${shortId(id)}  ${day(occurredAt ?? createdAt)}  `;
    const room = columns - details.length;
    return `${style.faint(details)}${truncate(oneLine(content, columns), room)}`;
  });
  const more = all - memories.length;
  return more > 0 ? [...lines, style.faint(`  and ${count(more)} more`)] : lines;
}
