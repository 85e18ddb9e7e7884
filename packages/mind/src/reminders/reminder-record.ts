import type { MemoryRecord, RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import type { Reminder, ReminderInput } from "../api/reminders.js";
import { normalizeSentence } from "../model/claim-hash.js";
import { KEYS, KINDS } from "../model/kinds.js";
import type { Turn } from "../model/turn.js";
import { speakerOfSubject } from "../records/fact-record.js";
import { dateOf, objectOf } from "../records/json.js";
import type { ReminderRequest } from "./read-reminders.js";

/** Makes the input that writes a reminder of the host. */
export function reminderToInput({ text, dueAt, topic, trust }: ReminderInput): RememberInput {
  return {
    // A search has to find what makes it due.
    content: topic ?? text,
    key: KEYS.waiting(crypto.randomUUID()),
    kind: KINDS.reminder,
    origin: "system",
    trust,
    form: "statement",
    index: topic !== undefined,
    dedupe: "off",
    metadata: { mind: reminderState({ text, dueAt, topic }) },
  };
}

/** Returns the key of the mark of a request, the same if the turn is heard again. */
export function requestKey({ quote }: ReminderRequest, { subject, at }: Turn): string {
  const words = normalizeSentence(quote);
  return KEYS.reminder(hashText("mind-reminder", subject, at.toISOString(), words));
}

/** Makes the input that writes what a turn asked for. */
export function requestToInput(request: ReminderRequest, turn: Turn): RememberInput {
  const { text, dueAt, topic, quote } = request;
  return {
    ...reminderToInput(request),
    origin: "derived",
    speaker: speakerOfSubject(turn.subject),
    occurredAt: turn.at,
    sources: [turn.id],
    metadata: {
      mind: {
        ...reminderState({ text, dueAt, topic }),
        quotes: [{ source: turn.id, quote }],
      },
    },
  };
}

function reminderState({ text, dueAt, topic }: ReminderInput): Record<string, string> {
  return {
    text,
    ...(dueAt === undefined ? {} : { dueAt: dueAt.toISOString() }),
    ...(topic === undefined ? {} : { topic }),
  };
}

/** Reads a reminder; `undefined` if the record is none, or not as a mind writes it. */
export function recordToReminder(record: MemoryRecord): Reminder | undefined {
  const isOwn = record.origin === "system" || record.origin === "derived";
  if (record.kind !== KINDS.reminder || !isOwn) return undefined;
  const { text, topic, ...times } = objectOf(record.metadata["mind"]);
  const [dueAt, surfacedAt] = [dateOf(times["dueAt"]), dateOf(times["surfacedAt"])];
  if (typeof text !== "string") return undefined;
  return {
    id: record.id,
    text,
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(typeof topic === "string" ? { topic } : {}),
    sources: record.sources,
    ...(surfacedAt === undefined ? {} : { surfacedAt }),
  };
}
