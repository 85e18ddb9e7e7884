import { MemoryError, type MemoryRecord, type Scope } from "@kioku/core";
import type { MindEvents } from "@kioku/mind";

import type { FeedEntry, FeedRecord } from "../wire/feed.js";

const MOST_TEXT = 120;
/** Most records of an entry. */
export const MOST_RECORDS = 5;

/** An entry without when and by whom it was done. */
export type Told = Omit<FeedEntry, "name" | "at" | "by" | "scope">;

/** Any event. */
export type AnyEvent = MindEvents[keyof MindEvents];

const DESCRIBE: { readonly [E in keyof MindEvents]: (event: MindEvents[E]) => Told } = {
  remembered: ({ record, created }) => ({
    count: 1,
    records: [record],
    text: record.content,
    isNew: created,
  }),
  used: ofIds,
  archived: ofIds,
  embedded: ofIds,
  forgotten: ({ ids }) => ({ count: ids.length, records: [] }),
  recalled: ({ query, results, durationMs }) => ({
    ...ofResults(results),
    ...(query === "" ? {} : { text: query }),
    durationMs,
  }),
  surfaced: ({ cue, results }) => ({
    ...ofResults(results),
    ...(cue === undefined ? {} : { text: cue }),
  }),
  degraded: ({ cause }) => ({ count: 0, records: [], error: codeOf(cause) }),
  erased: ({ report: { records, derived } }) => ({
    count: records.length + derived.length,
    records: [],
  }),
  operation: ({ operation, durationMs, count, error }) => ({
    count,
    records: [],
    operation,
    durationMs,
    ...(error === undefined ? {} : { error }),
  }),
  consolidated: ({ turns }) => ({ count: turns, records: [] }),
  "consolidation-failed": ({ error }) => ({ count: 0, records: [], error: codeOf(error) }),
  reminder: ({ reminder }) => ({ count: 1, records: [], text: reminder.text }),
};

/** Returns what is told of an event: never a path or SQL. */
export function describeEvent(name: keyof MindEvents, event: AnyEvent): Told {
  const describe = DESCRIBE[name] as (event: AnyEvent) => Told;
  return describe(event);
}

/** Shortens the records and the text of an entry. */
export function shorten(told: Told, toScope: (scope: Scope) => readonly string[]): Told {
  const { text, records } = told;
  const shown = records.slice(0, MOST_RECORDS);
  return {
    ...told,
    records: shown.map(({ id, scope }) => ({ id, scope: toScope(scope) })),
    ...(text === undefined ? {} : { text: text.slice(0, MOST_TEXT) }),
  };
}

function ofIds({ ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope }): Told {
  const records: FeedRecord[] = ids.slice(0, MOST_RECORDS).map((id) => ({ id, scope }));
  return { count: ids.length, records };
}

function ofResults(results: readonly MemoryRecord[]): Told {
  return { count: results.length, records: results };
}

function codeOf(error: unknown): NonNullable<Told["error"]> {
  return MemoryError.is(error) ? error.code : "failed";
}
