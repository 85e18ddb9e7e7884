import type { MemoryRecord } from "@kioku/core";

import type { RecordChanges } from "../../../wire/record.js";
import type { Sent } from "../../../wire/sent.js";

/** Fields of a memory as they were typed. */
export interface Draft {
  readonly content: string;
  readonly kind: string;
  readonly speaker: string;
  readonly importance: number;
  /** Days in the calendar of this machine, or empty. */
  readonly occurredAt: string;
  readonly validFrom: string;
  readonly validTo: string;
}

const INSTANTS = ["occurredAt", "validFrom", "validTo"] as const;

/** Returns the fields as they are stored. */
export function draftOf(record: Sent<MemoryRecord>): Draft {
  const { content, kind, speaker = "", importance, occurredAt, validFrom, validTo } = record;
  return {
    content,
    kind,
    speaker,
    importance,
    occurredAt: toField(occurredAt),
    validFrom: toField(validFrom),
    validTo: toField(validTo),
  };
}

/** Returns what a draft changes; nothing that was left as it was, or emptied. */
export function changesOf(record: Sent<MemoryRecord>, draft: Draft): RecordChanges {
  const before = draftOf(record);
  const texts = (["content", "kind", "speaker"] as const).filter(
    (name) => draft[name] !== before[name] && draft[name].trim() !== "",
  );
  const instants = INSTANTS.filter((name) => draft[name] !== before[name] && draft[name] !== "");
  return {
    ...Object.fromEntries(texts.map((name) => [name, draft[name]])),
    ...(draft.importance === before.importance ? {} : { importance: draft.importance }),
    ...Object.fromEntries(instants.map((name) => [name, new Date(draft[name]).toISOString()])),
  };
}

/** Returns a draft on another version: what was not touched is as it is there. */
export function rebased(
  draft: Draft,
  before: Sent<MemoryRecord>,
  after: Sent<MemoryRecord>,
): Draft {
  const [old, other] = [draftOf(before), draftOf(after)];
  const names = Object.keys(draft) as (keyof Draft)[];
  const untouched = names.filter((name) => draft[name] === old[name]);
  return { ...draft, ...Object.fromEntries(untouched.map((name) => [name, other[name]])) };
}

/** Writes an instant for a field of date and time. */
function toField(at: string | undefined): string {
  if (at === undefined) return "";
  const date = new Date(at);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
