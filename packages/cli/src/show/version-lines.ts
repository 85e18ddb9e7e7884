import type { MemoryRecord, Revision } from "@kioku/core";

import type { Screen } from "../output/printer.js";
import { dayAndTime, relativeTime } from "../output/times.js";
import { wrap } from "../output/wrap.js";
import { diffLines } from "./diff-lines.js";
import { oneLine, oneName, textLines } from "./text-lines.js";

const MOST_LINES = 8;
const MEMBERS =
  "key kind importance pinned origin trust thread speaker validTo metadata value".split(
    " ",
  ) as readonly (keyof MemoryRecord)[];

/** Returns which version it is, and who made it, when and why. */
export function versionHeading({ version, change, at, actor, cause }: Revision, now: Date): string {
  return [
    `version ${version}: ${change === "deleted" ? "forgotten" : change}`,
    `${relativeTime(at, now)}, ${dayAndTime(at)}`,
    ...(actor === undefined ? [] : [`by ${oneName(actor)}`]),
    ...(cause === undefined ? [] : [oneName(cause)]),
  ].join(" · ");
}

/** Returns a version: its heading, how its text differs from the one before, and its members. */
export function versionLines(
  revision: Revision,
  before: MemoryRecord | undefined,
  { now, print }: { readonly now: Date; readonly print: Screen },
): readonly string[] {
  const { columns, style } = print;
  const { record } = revision;
  const heading = wrap(versionHeading(revision, now), columns).map(style.faint);
  if (record === undefined) return heading;
  const width = columns - 2;
  const text =
    before === undefined
      ? textLines(record.content, { width, most: MOST_LINES })
      : diffLines(before.content, record.content, { columns: width, style });
  const members = before === undefined ? [] : changedMembers(before, record);
  const lines = [...text, ...members.flatMap((line) => wrap(line, width))];
  return [...heading, ...lines.map((line) => `  ${line}`)];
}

function changedMembers(before: MemoryRecord, after: MemoryRecord): readonly string[] {
  return MEMBERS.flatMap((name) => {
    const [old, now] = [textOf(before[name]), textOf(after[name])];
    return old === now ? [] : [`${name}: ${old} → ${now}`];
  });
}

function textOf(value: unknown): string {
  if (value === undefined) return "none";
  return oneLine(typeof value === "string" ? value : JSON.stringify(value), 200);
}
