import type { MemoryRecord } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import { definitions } from "../output/layout.js";
import type { Screen } from "../output/printer.js";
import { dayAndTime, relativeTime } from "../output/times.js";
import { strengthLines } from "./strength.js";
import { oneName } from "./text-lines.js";

/** Returns all that is known of a memory beside its text, a line for each. */
export function memoryFields(
  memory: MemoryRecord,
  now: Date,
  { columns, style }: Screen,
): readonly string[] {
  const { emotion, value, metadata, thread, speaker } = memory;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["id", memory.id],
    ["key", memory.key],
    ["kind", `${memory.kind}, ${memory.form}`],
    ["scope", memory.scope.length === 0 ? "/" : memory.scope.join("/")],
    ["happened", instant(memory.occurredAt, now)],
    ["written", instant(memory.createdAt, now)],
    ["changed", memory.version === 1 ? undefined : changeOf(memory, now)],
    ["true from", instant(memory.validFrom, now)],
    ["true until", instant(memory.validTo, now)],
    ["expires", instant(memory.expiresAt, now)],
    ["archived", instant(memory.archivedAt, now)],
    ["thread", thread],
    ["said by", speaker],
    ["from", `${memory.origin}, trust ${memory.trust}${isTrusted(memory) ? "" : ", untrusted"}`],
    ["importance", `${memory.importance}${memory.pinned ? ", pinned" : ""}`],
    ["feeling", emotion && `valence ${emotion.valence}, arousal ${emotion.arousal}`],
    ["fields", Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata)],
    ["value", value === undefined ? undefined : JSON.stringify(value)],
  ];
  const safe = rows.flatMap(([name, text]): (readonly [string, string])[] =>
    text === undefined ? [] : [[name, oneName(text)]],
  );
  const strength = strengthLines(memory, now, style).join("\n");
  return definitions([...safe, ["strength", strength]], { columns, indent: 0, style: style.faint });
}

function instant(at: Date | undefined, now: Date): string | undefined {
  return at === undefined ? undefined : `${relativeTime(at, now)}, ${dayAndTime(at)}`;
}

function changeOf({ updatedAt, version }: MemoryRecord, now: Date): string {
  return `${instant(updatedAt, now) ?? ""}, version ${version}`;
}
