import { MemoryError } from "@kioku/core";
import type {
  CallOptions,
  Filter,
  MemoryRecord,
  RecallQuery,
  RememberInput,
  WriteOptions,
} from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkNumber,
  checkText,
  compareText,
  invalidInput,
} from "@kioku/core/toolkit";

import type { Reminder, ReminderInput } from "../api/reminders.js";
import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import { unlessConflict } from "../records/conflicts.js";
import { readByKeys, readPages } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";
import { isInjected } from "../text/injected.js";
import { readReminders } from "./read-reminders.js";
import {
  recordToReminder,
  reminderToInput,
  requestKey,
  requestToInput,
} from "./reminder-record.js";

/** Filter of reminders among other records of their kind. */
const WRITTEN: Filter = { "@origin": { $in: ["system", "derived"] } };
/** Filter of reminders that have not surfaced. */
export const NOT_SURFACED: Filter = { "mind.surfacedAt": { $exists: false } };
/** Filter of reminders that no context has told. */
export const NOT_TOLD: Filter = { "mind.toldAt": { $exists: false } };
/** Filter of the keys of reminders that no context has told. */
const WAITING: Filter = { "@key": { $gte: "mind/waiting/", $lt: "mind/waiting0" } };
const MAX_TEXT = 1_000;
const MAX_TOPIC = 200;
/** Most reminders of a scope that are looked at. */
const MAX_WAITING = 2_000;
/** Requests whose time had passed for so long when they were noticed are left out. */
const STALE_MS = 86_400_000;
/** Requests for a topic that are so old, as those of an import, are left out. */
const STALE_TOPIC_MS = 30 * 86_400_000;

/** Remembers to tell something once, at a time, with a topic, or with the first of both. */
export async function remind(
  { memory }: MindHost,
  input: ReminderInput,
  options: WriteOptions = {},
): Promise<Reminder> {
  const receipt = await memory.remember(reminderToInput(checkReminder(input)), options);
  if (receipt.status === "rejected") {
    throw new MemoryError("rejected-by-plugin", `reminder was rejected by ${receipt.by}`);
  }
  const reminder = recordToReminder(receipt.record);
  if (!reminder) throw new MemoryError("rejected-by-plugin", "reminder was changed by a plugin");
  return reminder;
}

function checkReminder(input: ReminderInput): ReminderInput {
  checkMembers(input, "reminder", ["text", "dueAt", "topic", "trust"]);
  const { text, topic, trust } = input;
  const dueAt = input.dueAt === undefined ? undefined : checkInstant(input.dueAt, "reminder.dueAt");
  if (dueAt && !/^\d{4}-/u.test(dueAt.toISOString())) {
    throw invalidInput("reminder.dueAt", "in the years 0 to 9999");
  }
  if (dueAt === undefined && topic === undefined) {
    throw invalidInput("reminder", "given a dueAt, a topic or both");
  }
  return {
    text: checkText(text, "reminder.text", MAX_TEXT),
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(topic === undefined ? {} : { topic: checkText(topic, "reminder.topic", MAX_TOPIC) }),
    ...(trust === undefined
      ? {}
      : { trust: checkNumber(trust, "reminder.trust", { min: 0, max: 1 }) }),
  };
}

/**
 * Writes the reminders that turns ask for; returns those that are new. Each is made once, also if
 * its turn is heard again after it was forgotten.
 */
export async function noticeReminders(
  host: MindHost,
  turns: readonly Turn[],
  options: WriteOptions = {},
): Promise<readonly Reminder[]> {
  const requests = await readRequests(host, turns);
  if (requests.length === 0) return [];
  const { memory } = host;
  const keys = requests.map(({ key }) => key);
  const made = await readByKeys(memory, keys, options);
  const noticed: Reminder[] = [];
  for (const { key, input } of requests.filter((one) => !made.has(one.key))) {
    const inputs = [stateInput(key, true, { ifVersion: 0 }), input];
    const receipts = await unlessConflict(memory.rememberAll(inputs, options));
    const receipt = receipts?.[1];
    const isNew = receipt?.status === "stored" || receipt?.status === "queued";
    const reminder = isNew ? recordToReminder(receipt.record) : undefined;
    if (reminder) noticed.push(reminder);
  }
  return noticed;
}

/** Reads the requests of turns, without orders to a model, and those of too long ago. */
async function readRequests(
  { clock }: MindHost,
  turns: readonly Turn[],
): Promise<readonly { readonly key: string; readonly input: RememberInput }[]> {
  const now = clock().getTime();
  const requests = await Promise.all(
    turns.map(async (turn) => (await readReminders(turn)).map((request) => ({ turn, request }))),
  );
  return requests.flat().flatMap(({ turn, request }) => {
    const isStale =
      request.topic === undefined
        ? dueTime(request) < now - STALE_MS
        : turn.at.getTime() < now - STALE_TOPIC_MS;
    if (isStale || isInjected(request.quote)) return [];
    return [{ key: requestKey(request, turn), input: requestToInput(request, turn) }];
  });
}

/** Returns the reminders that wait, the earliest due first, then those of a topic alone. */
export async function listReminders(
  host: MindHost,
  options: CallOptions = {},
): Promise<readonly Reminder[]> {
  const found = (await reminderRecords(host, [NOT_SURFACED], options)).flatMap(
    (record) => recordToReminder(record) ?? [],
  );
  return found.toSorted((one, other) => dueTime(one) - dueTime(other));
}

/** Returns when a reminder is due, in milliseconds; infinity if a topic alone decides. */
export function dueTime({ dueAt }: Pick<Reminder, "dueAt">): number {
  return dueAt?.getTime() ?? Infinity;
}

/** Lists the records of reminders that wait and for which all filters hold, the oldest first. */
export async function reminderRecords(
  { memory }: MindHost,
  filters: readonly Filter[],
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  // By key, since a search for the kind would read all that was ever said.
  const query = { ...reminderQuery([WAITING, ...filters]), orderBy: "key" } as const;
  for await (const page of readPages(memory, query, options)) {
    found.push(...page);
    if (found.length >= MAX_WAITING) break;
  }
  return found.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || compareText(a.id, b.id),
  );
}

/** Makes a query of the reminders for which all filters hold. */
export function reminderQuery(filters: readonly Filter[]): Pick<RecallQuery, "kinds" | "filter"> {
  return { kinds: [KINDS.reminder], filter: { $and: [WRITTEN, ...filters] } };
}
