import type { CallOptions, Filter, MemoryRecord } from "@kioku/core";
import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import type { Reminder } from "../api/reminders.js";
import { normalizeSentence } from "../model/claim-hash.js";
import { KEYS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { unlessConflict } from "../records/conflicts.js";
import { objectOf, readEvidence } from "../records/json.js";
import { dueTime, NOT_SURFACED, NOT_TOLD, reminderQuery, reminderRecords } from "./remind.js";
import { recordToReminder } from "./reminder-record.js";

/** Moment at which a context is written. */
export interface SurfaceMoment {
  /** Query or turn; absent: time alone decides. */
  readonly query?: string | undefined;
  /** @defaultValue the clock of the host */
  readonly now?: Date | undefined;
}

/** A reminder and its record. */
export type FoundReminder = readonly [reminder: Reminder, record: MemoryRecord];

/** Most reminders that surface at once; the others come the next time. */
export const MAX_AT_ONCE = 20;
/** Most that the meaning of one query brings up. */
const MAX_BY_MEANING = 5;
/**
 * Least meaning, on core's scale for all embedders, on which an answer has 0.6: a reminder that
 * surfaces too early is lost.
 */
const LEAST_MEANING = 0.6;
/** Longest text in which topics are looked for, in UTF-16 units. */
const MAX_QUERY = 8_000;

/**
 * Returns the reminders that are due, or whose topic a query is about, for a context: each once,
 * also if it has surfaced by time before, and in one of several processes.
 */
export async function surfaceReminders(
  host: MindHost,
  moment: SurfaceMoment = {},
  options: CallOptions = {},
): Promise<readonly Reminder[]> {
  return tellReminders(host, await findReminders(host, moment, options), options);
}

/** Finds the reminders that a context should tell, and marks nothing. */
export async function findReminders(
  host: MindHost,
  { query, now = host.clock() }: SurfaceMoment,
  options: CallOptions,
): Promise<readonly FoundReminder[]> {
  const byTime = await dueReminders(host, { now, isFor: NOT_TOLD }, options);
  const isAsked = query !== undefined && query.trim() !== "";
  const byTopic = isAsked ? await byTopics(host, query, options) : [];
  const found = new Map([...byTime, ...byTopic].map((one) => [one[0].id, one]));
  return [...found.values()];
}

/** Marks reminders that a context tells; returns those that no other context has told. */
export async function tellReminders(
  host: MindHost,
  found: readonly FoundReminder[],
  options: CallOptions,
): Promise<readonly Reminder[]> {
  return surfaceAll(host, found, { now: host.clock(), marks: BOTH_MARKS, options });
}

/** Options of `surfaceDue`. */
export interface SurfaceDueOptions extends CallOptions {
  /**
   * True if a handler hears the event, so that no context tells it.
   * @defaultValue `false`: the next context tells it still
   */
  readonly isHeard?: boolean | undefined;
}

/** Surfaces what is due by time, for sweeps and timers; returns the number. */
export async function surfaceDue(
  host: MindHost,
  { isHeard = false, ...options }: SurfaceDueOptions = {},
): Promise<number> {
  const marks = isHeard ? BOTH_MARKS : (["surfacedAt"] as const);
  let count = 0;
  for (;;) {
    const now = host.clock();
    const due = await dueReminders(host, { now, isFor: NOT_SURFACED }, options);
    const surfaced = await surfaceAll(host, due, { now, marks, options });
    count += surfaced.length;
    if (surfaced.length < MAX_AT_ONCE) return count;
  }
}

async function dueReminders(
  host: MindHost,
  { now, isFor }: { readonly now: Date; readonly isFor: Filter },
  options: CallOptions,
): Promise<readonly FoundReminder[]> {
  const isDue = { "mind.dueAt": { $lte: now.toISOString() } };
  const found = toFound(await reminderRecords(host, [isFor, isDue], options));
  return found.toSorted(([one], [other]) => dueTime(one) - dueTime(other));
}

/** Finds those whose topic stands in a query, and then those that are relevant to it. */
async function byTopics(
  host: MindHost,
  query: string,
  options: CallOptions,
): Promise<readonly FoundReminder[]> {
  const filters = [NOT_SURFACED, { "mind.topic": { $exists: true } }];
  const text = query.slice(0, MAX_QUERY);
  const waiting = toFound(await reminderRecords(host, filters, options)).filter(
    ([, record]) => !isRequest(text, record),
  );
  if (waiting.length === 0) return [];
  const words = new Set(documentTerms(text));
  const named = waiting.filter(([{ topic = "" }]) => {
    const terms = queryTerms(topic);
    return terms.length > 0 && terms.every((term) => words.has(term));
  });
  const recalled = { query: text, limit: MAX_BY_MEANING, ...reminderQuery(filters), explain: true };
  const relevant = (await host.memory.recall(recalled, options)).filter(
    ({ signals }) => (signals?.meaning ?? 0) >= LEAST_MEANING,
  );
  const ids = new Set(relevant.map(({ id }) => id));
  return [...named, ...waiting.filter(([{ id }]) => ids.has(id))];
}

/** Tests if a text is the very request, which names the topic, too. */
function isRequest(text: string, { metadata }: MemoryRecord): boolean {
  const [asked] = readEvidence(objectOf(metadata["mind"])["quotes"]);
  return asked !== undefined && normalizeSentence(text).includes(normalizeSentence(asked.quote));
}

function toFound(records: readonly MemoryRecord[]): readonly FoundReminder[] {
  return records.flatMap((record): readonly FoundReminder[] => {
    const reminder = recordToReminder(record);
    return reminder ? [[reminder, record]] : [];
  });
}

const BOTH_MARKS = ["surfacedAt", "toldAt"] as const;

/** Moment and marks of surfacing. */
interface Surfacing {
  readonly now: Date;
  readonly marks: readonly ("surfacedAt" | "toldAt")[];
  readonly options: CallOptions;
}

async function surfaceAll(
  host: MindHost,
  found: Iterable<FoundReminder>,
  surfacing: Surfacing,
): Promise<readonly Reminder[]> {
  const surfaced: Reminder[] = [];
  for (const one of found) {
    if (surfaced.length === MAX_AT_ONCE) break;
    const reminder = await surfaceOnce(host, one, surfacing);
    if (reminder) surfaced.push(reminder);
  }
  return surfaced;
}

/** Marks a reminder; `undefined` if another process did, or a source of it is gone. */
async function surfaceOnce(
  { memory, emit }: MindHost,
  [reminder, { id, version, metadata }]: FoundReminder,
  { now, marks, options }: Surfacing,
): Promise<Reminder | undefined> {
  for (const source of reminder.sources) {
    if (!(await memory.read(source, options))) return undefined;
  }
  const before = objectOf(metadata["mind"]);
  const missing = marks.filter((mark) => before[mark] === undefined);
  const at = now.toISOString();
  const mind = { ...before, ...Object.fromEntries(missing.map((mark) => [mark, at])) };
  const key = marks.includes("toldAt") ? { key: KEYS.told(id) } : {};
  const patch = { ...key, metadata: { mind } };
  const update = memory.update(id, patch, { ...options, ifVersion: version });
  if (!(await unlessConflict(update))) return undefined;
  const surfaced = { ...reminder, surfacedAt: reminder.surfacedAt ?? now };
  if (missing.includes("surfacedAt")) {
    emit("reminder", { scope: memory.scopePath, reminder: surfaced });
  }
  return surfaced;
}
