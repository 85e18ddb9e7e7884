import type { CallOptions, JsonObject, JsonValue, Memory, RememberInput } from "@kioku/core";

import { KEYS } from "../model/kinds.js";
import type { RefusalReason } from "../model/operation.js";
import { objectOf, textOf, textsOf } from "../records/json.js";
import { readByKeys } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";

/** Place of a record in the order of creation. */
export interface Position {
  /** `createdAt`, in milliseconds. */
  readonly at: number;
  readonly id: string;
}

/** Where runs of a scope have got to. */
export interface Watermark {
  /** Everything up to here was looked at, and is not read again. */
  readonly after?: Position | undefined;
  /** Hashes of the ids of turns behind `after` that were looked at. */
  readonly seen: readonly string[];
}

/** Progress of the runs of a scope, and their figures. */
export interface Progress extends Watermark {
  /**
   * Records that were written until then may have been looked at, in milliseconds: an import has
   * moved the watermark back. Absent: none behind the watermark was.
   */
  readonly until?: number | undefined;
  /** Version of its record; 0 if there is none. */
  readonly version: number;
  readonly runs: number;
  readonly turns: number;
  /** Facts that were added. */
  readonly facts: number;
  readonly tokens: number;
  /** Day (UTC) of `tokensToday`. */
  readonly day: string;
  readonly tokensToday: number;
  readonly refusals: Readonly<Partial<Record<RefusalReason, number>>>;
  readonly badAnswers: number;
  readonly failures: number;
  readonly lastFailure?: string | undefined;
  readonly retryAt?: Date | undefined;
  readonly lastRunAt?: Date | undefined;
}

/** Reads the progress of a scope. */
export async function readProgress(memory: Memory, options: CallOptions): Promise<Progress> {
  const record = (await readByKeys(memory, [KEYS.progress], options)).get(KEYS.progress);
  const value = objectOf(record?.value);
  const { lastFailure, until } = value;
  return {
    version: record?.version ?? 0,
    ...watermarkFrom(value),
    ...(typeof until === "number" ? { until } : {}),
    runs: countOf(value["runs"]),
    turns: countOf(value["turns"]),
    facts: countOf(value["facts"]),
    tokens: countOf(value["tokens"]),
    day: textOf(value["day"], ""),
    tokensToday: countOf(value["tokensToday"]),
    refusals: objectOf(value["refusals"]),
    badAnswers: countOf(value["badAnswers"]),
    failures: countOf(value["failures"]),
    ...(typeof lastFailure === "string" ? { lastFailure } : {}),
    retryAt: instantOf(value["retryAt"]),
    lastRunAt: instantOf(value["lastRunAt"]),
  };
}

/** Reads a watermark. */
export function watermarkFrom(value: JsonObject): Watermark {
  const { at, id } = objectOf(value["after"]);
  const after = typeof at === "number" ? { at, id: textOf(id, "") } : undefined;
  return { ...(after && { after }), seen: textsOf(value["seen"]) };
}

/** Makes the input that writes the next version of a progress. */
export function progressToInput({ version, ...progress }: Progress): RememberInput {
  const { after, seen, until, refusals, retryAt, lastRunAt, lastFailure, ...figures } = progress;
  const value: JsonObject = {
    ...figures,
    seen,
    refusals,
    ...(until === undefined ? {} : { until }),
    ...(after === undefined ? {} : { after: { at: after.at, id: after.id } }),
    ...(lastFailure === undefined ? {} : { lastFailure }),
    ...(retryAt === undefined ? {} : { retryAt: retryAt.getTime() }),
    ...(lastRunAt === undefined ? {} : { lastRunAt: lastRunAt.getTime() }),
  };
  return stateInput(KEYS.progress, value, { ifVersion: version });
}

/** Adds tokens to those of the day and in all. */
export function withTokens(progress: Progress, tokens: number, now: Date): Progress {
  return {
    ...progress,
    tokens: progress.tokens + tokens,
    day: dayOf(now),
    tokensToday: tokensOfDay(progress, now) + tokens,
  };
}

/** Returns the tokens that models took on the day of an instant, in UTC. */
export function tokensOfDay({ day, tokensToday }: Progress, now: Date): number {
  return day === dayOf(now) ? tokensToday : 0;
}

const FIRST_DELAY_MS = 60_000;
const LAST_DELAY_MS = 6 * 3_600_000;

/** Returns the time before another attempt: a minute, doubled each time, at most 6 hours. */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), LAST_DELAY_MS);
}

/** Counts a failure and puts the next attempt off. */
export function withFailure(progress: Progress, problem: string, now: Date): Progress {
  const failures = progress.failures + 1;
  const retryAt = new Date(now.getTime() + retryDelayMs(failures));
  return { ...progress, failures, lastFailure: problem.slice(0, 200), retryAt };
}

/** Returns a progress after a success of the model. */
export function withoutFailures(progress: Progress): Progress {
  return { ...progress, failures: 0, lastFailure: undefined, retryAt: undefined };
}

/** Counts of names. */
type Counts<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/** Counts equal names. */
export function countBy<Name extends string>(names: readonly Name[]): Counts<Name> {
  const counts: Partial<Record<Name, number>> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Returns the sums of counts. */
export function addCounts<Name extends string>(
  some: Counts<Name>,
  others: Counts<NoInfer<Name>>,
): Counts<Name> {
  const sums: Partial<Record<Name, number>> = { ...some };
  for (const [name, count] of Object.entries(others) as [Name, number][]) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === "number" && value >= 0 ? value : 0;
}

function instantOf(value: JsonValue | undefined): Date | undefined {
  return typeof value === "number" ? new Date(value) : undefined;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
