import { percentile } from "../../recall/metrics.ts";
import type { Answered } from "../adapters/peer-messages.ts";
import { messageOf } from "../adapters/start-peers.ts";

/** One way to be asked: a store and what it is asked for. */
export interface Entrant {
  /** Number of its first query; the next turn goes on where the last one ended. */
  readonly firstQuery: number;
  /** Answers so many queries, and says how long each took. */
  ask(first: number, count: number): Promise<Answered>;
}

/** Number and length of turns. */
export interface TurnOptions {
  readonly rounds: number;
  /** Queries of a turn: those of one find its own data in the cache of the processor. */
  readonly queries: number;
  /** A slower entrant gets fewer queries a turn, but at least one. */
  readonly turnMs: number;
  /** An entrant that has taken so long sits out the other rounds. */
  readonly budgetMs: number;
  readonly onRound: (done: number, total: number) => void;
}

/** Rounds of an entrant. */
export interface TurnResult {
  /** Median of each round, in milliseconds; `undefined` where it sat out. */
  readonly medians: readonly (number | undefined)[];
  /** Processor time of a query in each round, in milliseconds; `undefined` where it sat out. */
  readonly cpu: readonly (number | undefined)[];
  /** Records found by the number of the query. */
  readonly found: ReadonlyMap<number, readonly number[]>;
  /** Reason why it could not go on. */
  readonly failure: string | undefined;
}

/** Queries before anything is counted, and the time after which there are no more of them. */
const WARM_UP = 10;
const WARM_UP_MS = 2_000;
const LEAST_ROUNDS = 5;

/**
 * Asks all in turns: in each round everybody answers some queries, beginning with another one each
 * time, so that what else the machine does hits all alike.
 */
export async function takeTurns(
  entrants: readonly Entrant[],
  options: TurnOptions,
): Promise<readonly TurnResult[]> {
  const seats: Seat[] = [];
  for (const entrant of entrants) seats.push(await takeSeat(entrant, options));
  for (let round = 0; round < options.rounds; round += 1) {
    options.onRound(round, options.rounds);
    for (const place of seats.keys()) {
      const seat = seats[(place + round) % seats.length];
      if (seat) await takeTurn(seat, round, options);
    }
  }
  return seats.map(({ medians, cpu, found, failure }) => ({ medians, cpu, found, failure }));
}

/** Times of an entrant by round: medians of the queries, or the processor's time of one. */
export type Rounds = readonly (number | undefined)[];

/** Median of an entrant's rounds. */
export function medianOf(rounds: Rounds): number | undefined {
  const known = rounds.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : percentile(known, 0.5);
}

/** Median over the rounds of both of the share of time that the first took of the other's. */
export function ratioOf(one: Rounds, other: Rounds): number | undefined {
  const ratios = one.flatMap((ms, round) => {
    const others = other[round];
    return ms === undefined || others === undefined ? [] : [ms / others];
  });
  return ratios.length === 0 ? undefined : percentile(ratios, 0.5);
}

interface Seat {
  readonly entrant: Entrant;
  readonly queries: number;
  readonly medians: (number | undefined)[];
  readonly cpu: (number | undefined)[];
  readonly found: Map<number, readonly number[]>;
  spentMs: number;
  failure: string | undefined;
}

/** Asks the first queries, which are not counted, and finds out how long one takes. */
async function takeSeat(entrant: Entrant, { queries, turnMs }: TurnOptions): Promise<Seat> {
  const seat = { entrant, queries: 1, medians: [], cpu: [], found: new Map(), spentMs: 0 };
  const times: number[] = [];
  try {
    for (let query = 0; query < WARM_UP && sum(times) < WARM_UP_MS; query += 1) {
      times.push(...(await entrant.ask(query, 1)).times);
    }
  } catch (error) {
    return { ...seat, failure: messageOf(error) };
  }
  const fitting = Math.floor(turnMs / Math.max(percentile(times, 0.5), 1e-3));
  return { ...seat, queries: Math.max(1, Math.min(queries, fitting)), failure: undefined };
}

async function takeTurn(seat: Seat, round: number, options: TurnOptions): Promise<void> {
  const { entrant, medians, cpu, found, failure } = seat;
  const hasSpent = seat.spentMs > options.budgetMs && round >= LEAST_ROUNDS;
  if (failure !== undefined || hasSpent) {
    medians.push(undefined);
    cpu.push(undefined);
    return;
  }
  const first = entrant.firstQuery + round * options.queries;
  try {
    const answered = await entrant.ask(first, seat.queries);
    for (const [place, one] of answered.found.entries()) found.set(first + place, one);
    medians.push(percentile(answered.times, 0.5));
    cpu.push(answered.cpuMs / seat.queries);
    seat.spentMs += sum(answered.times);
  } catch (error) {
    seat.failure = messageOf(error);
    medians.push(undefined);
    cpu.push(undefined);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
