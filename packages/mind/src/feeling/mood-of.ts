import type { CallOptions, Emotion, Filter, Memory, MemoryRecord } from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkNumber,
  invalidInput,
  isTrusted,
  resolveNumbers,
} from "@kioku/core/toolkit";

import { readPages } from "../records/read-records.js";
import { moved, type MoodRates, REST, rested, USUAL_RATES } from "./integrate.js";

/** Turns that make a mood, and the rates at which it changes. */
export interface MoodQuery extends Partial<MoodRates> {
  /** Conversation. @defaultValue all that was said in the scope */
  readonly thread?: string | undefined;
  /** Moment of the mood; later turns are left out. @defaultValue now, by the system's clock */
  readonly at?: Date | undefined;
  /** @defaultValue `["message", "note"]` */
  readonly kinds?: readonly string[] | undefined;
  /** Only these turns, such as `{ "@origin": "user" }`. */
  readonly filter?: Filter | undefined;
}

/** Turns that make a mood, and the moments to show it at. */
export interface MoodOverTimeQuery extends Omit<MoodQuery, "at"> {
  /** First moment. */
  readonly from: Date;
  /** Last moment. */
  readonly to: Date;
  /** Number of moments, 2 to 1,000, spread evenly. @defaultValue 50 */
  readonly points?: number | undefined;
}

/** Mood at a moment. */
export interface MoodPoint {
  /** The moment. */
  readonly at: Date;
  /** The mood then. */
  readonly mood: Emotion;
}

const MS_PER_HOUR = 3_600_000;
const RATES = {
  approachPerSecond: { usual: USUAL_RATES.approachPerSecond, min: 0 },
  decayPerHour: { usual: USUAL_RATES.decayPerHour, min: 0 },
};
const MEMBERS = ["thread", "kinds", "filter", "approachPerSecond", "decayPerHour"];
/** Share of a mood that is too little to count. */
const NEGLIGIBLE = 0.001;

/**
 * Returns the mood of a conversation at a moment, from the emotions of its turns: each moves it
 * part of the way to its own, strong ones further; in between it returns to rest, 0 and 0.
 *
 * Turns without emotion, and untrusted ones, do not count: see `feeling`.
 *
 * ```ts
 * const mood = await moodOf(memory, { thread: "monday" });
 * await memory.recall({ query: message, mood, scoring: fsrsScoring({ moodCongruence: -0.5 }) });
 * ```
 */
export async function moodOf(
  memory: Memory,
  query: MoodQuery = {},
  options: CallOptions = {},
): Promise<Emotion> {
  checkMembers(query, "query", ["at", ...MEMBERS]);
  const at = query.at === undefined ? new Date() : checkInstant(query.at, "query.at");
  const moods = await moodsAt(memory, { ...query, moments: [at.getTime()] }, options);
  return moods[0] ?? REST;
}

/** Returns the mood of a conversation at moments that are evenly spread, for a chart. */
export async function moodOverTime(
  memory: Memory,
  query: MoodOverTimeQuery,
  options: CallOptions = {},
): Promise<readonly MoodPoint[]> {
  checkMembers(query, "query", ["from", "to", "points", ...MEMBERS]);
  const { points = 50 } = query;
  const from = checkInstant(query.from, "query.from").getTime();
  const to = checkInstant(query.to, "query.to").getTime();
  if (to < from) throw invalidInput("query.to", "at or after query.from", query.to);
  checkNumber(points, "query.points", { min: 2, max: 1_000, integer: true });
  const moments = Array.from(
    { length: points },
    (_, index) => from + ((to - from) * index) / (points - 1),
  );
  const moods = await moodsAt(memory, { ...query, moments }, options);
  return moments.map((at, index) => ({ at: new Date(at), mood: moods[index] ?? REST }));
}

interface Asked extends Omit<MoodQuery, "at"> {
  /** Milliseconds since 1970, in order; not empty. */
  readonly moments: readonly number[];
}

/** Plays the turns up to each moment. */
async function moodsAt(
  memory: Memory,
  asked: Asked,
  options: CallOptions,
): Promise<readonly Emotion[]> {
  const { approachPerSecond, decayPerHour } = asked;
  const rates = resolveNumbers("query", { approachPerSecond, decayPerHour }, RATES);
  const turns = await readTurns(memory, { asked, rates }, options);
  const moods: Emotion[] = [];
  let [mood, time, next] = [REST, turns[0]?.time ?? 0, 0];
  const wait = (until: number): void => {
    mood = rested(mood, (until - time) / MS_PER_HOUR, rates);
    time = Math.max(until, time);
  };
  for (const moment of asked.moments) {
    for (let turn = turns[next]; turn && turn.time <= moment; turn = turns[next]) {
      wait(turn.time);
      mood = moved(mood, turn.emotion, rates);
      next += 1;
    }
    wait(moment);
    moods.push(mood);
  }
  return moods;
}

interface FeltTurn {
  readonly emotion: Emotion;
  readonly time: number;
}

/** Reads the turns with an emotion that count at the moments, in order. */
async function readTurns(
  memory: Memory,
  { asked, rates }: { readonly asked: Asked; readonly rates: MoodRates },
  options: CallOptions,
): Promise<readonly FeltTurn[]> {
  const { moments, thread, kinds = ["message", "note"], filter } = asked;
  const hours = -Math.log(NEGLIGIBLE) / rates.decayPerHour;
  const since = Math.max((moments[0] ?? 0) - hours * MS_PER_HOUR, 0);
  const span = { $gte: new Date(since), $lte: new Date(moments.at(-1) ?? 0) };
  const clauses: readonly Filter[] = [
    { "@emotion.valence": { $exists: true } },
    {
      $or: [
        { "@occurredAt": span },
        { $and: [{ "@occurredAt": { $exists: false } }, { "@createdAt": span }] },
      ],
    },
    ...(thread === undefined ? [] : [{ "@thread": thread }]),
    ...(filter === undefined ? [] : [filter]),
  ];
  const turns: FeltTurn[] = [];
  const query = { kinds, filter: { $and: clauses }, includeArchived: true };
  for await (const page of readPages(memory, query, options)) {
    turns.push(...page.flatMap(toFeltTurn));
  }
  // Stable, so that turns of one instant stay in the order in which they were written.
  return turns.toSorted((a, b) => a.time - b.time);
}

function toFeltTurn(record: MemoryRecord): readonly FeltTurn[] {
  const { emotion, occurredAt, createdAt } = record;
  if (!emotion || !isTrusted(record)) return [];
  return [{ emotion, time: (occurredAt ?? createdAt).getTime() }];
}
