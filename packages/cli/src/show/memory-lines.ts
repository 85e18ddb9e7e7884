import type { MemoryRecord, RecalledMemory } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import type { Screen } from "../output/printer.js";
import { dayAndTime, relativeTime } from "../output/times.js";
import { shortId } from "./short-id.js";
import { fill, oneName, textLines } from "./text-lines.js";

const MOST_LINES = 6;
/** Beginnings of the keys of facts and of passages of files, which tell people nothing. */
const HIDDEN_KEYS = ["mind/", "file:"];

/** Options of `memoryLines`. */
export interface MemoryLinesOptions {
  /** Output that they are for. */
  readonly print: Screen;
  /** Time now. */
  readonly now: Date;
  /** Text before the first line, of known columns. @defaultValue nothing */
  readonly lead?: { readonly text: string; readonly columns: number } | undefined;
  /** True to show the scopes. @defaultValue `false` */
  readonly withScope?: boolean | undefined;
  /** Ids of others with the same text. @defaultValue none */
  readonly repeats?: readonly string[] | undefined;
}

/** Returns a memory in a list: its text, and its details in faint lines below. */
export function memoryLines(
  memory: MemoryRecord | RecalledMemory,
  {
    print,
    now,
    lead = { text: "", columns: 0 },
    withScope = false,
    repeats = [],
  }: MemoryLinesOptions,
): readonly string[] {
  const width = print.columns - lead.columns;
  const indent = " ".repeat(lead.columns);
  const [first = "", ...rest] = textLines(memory.content, { width, most: MOST_LINES });
  const details = fill(detailsOf(memory, { now, withScope, repeats }), width - 2);
  return [
    `${lead.text}${first}`,
    ...rest.map((line) => `${indent}${line}`),
    ...details.map((line) => `${indent}  ${print.style.faint(line)}`),
  ];
}

/** Returns lists of memories with a blank line between them. */
export function spaced(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

interface DetailsOptions {
  readonly now: Date;
  readonly withScope: boolean;
  readonly repeats: readonly string[];
}

/** Returns what is known of a memory beside its text, the id first. */
function detailsOf(
  memory: MemoryRecord | RecalledMemory,
  { now, withScope, repeats }: DetailsOptions,
): readonly string[] {
  const { id, key, kind, scope, thread, speaker, occurredAt, createdAt } = memory;
  const at = occurredAt ?? createdAt;
  const said = [thread, speaker].filter((one) => one !== undefined).join("/");
  const replacedBy = "replacedBy" in memory ? memory.replacedBy : undefined;
  return [
    shortId(id),
    ...(key === undefined || HIDDEN_KEYS.some((start) => key.startsWith(start))
      ? []
      : [`=${oneName(key)}`]),
    `${relativeTime(at, now)}, ${dayAndTime(at)}`,
    kind,
    ...(said === "" ? [] : [said]),
    ...(withScope ? [`in ${scope.length === 0 ? "/" : scope.join("/")}`] : []),
    ...trustMark(memory),
    ...(memory.pinned ? ["pinned"] : []),
    ...(memory.archivedAt === undefined ? [] : ["archived"]),
    ...(replacedBy === undefined ? [] : [`see newer ${shortId(replacedBy)}`]),
    ...(repeats.length === 0 ? [] : [`same text: ${repeats.map(shortId).join(", ")}`]),
  ].map(oneName);
}

function trustMark(memory: Pick<MemoryRecord, "origin" | "trust">): readonly string[] {
  if (isTrusted(memory)) return [];
  const { origin } = memory;
  return [origin === "web" || origin === "tool" ? `! untrusted (${origin})` : "! untrusted"];
}
