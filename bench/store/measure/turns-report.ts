import type { Ask, Filled } from "../adapters/peer-messages.ts";
import { INDEXED, PEERS } from "../adapters/peers.ts";
import { versionOfPeer } from "../adapters/start-peers.ts";
import type { SkippedPeer, StartedPeer } from "../adapters/start-peers.ts";
import { overlap } from "../data/overlap.ts";
import { READ_HOW } from "./read-memory.ts";
import { medianOf, ratioOf } from "./take-turns.ts";
import type { TurnResult } from "./take-turns.ts";
import { round } from "./times.ts";

/** A peer's figures, in milliseconds. Vectors and words are absent where it has none. */
export interface PeerResult {
  readonly name: string;
  readonly version: string;
  /** Median of the search by vector alone. */
  readonly p50Ms?: number;
  readonly recallAt10?: number;
  /** Median of the search by words and vector, with the texts of the ten best. */
  readonly hybridP50Ms?: number;
  /** Processor time of such a search, on all cores. */
  readonly hybridCpuMs?: number;
  /** Way of joining both. Only the time is compared, and no answers. */
  readonly hybridOf?: string;
  /** Time to add all records and to make its indexes. */
  readonly buildMs: number;
}

/** Share of a time of another's, of the same rounds. */
export interface Ratio {
  readonly of: Ask;
  readonly beside: string;
  readonly ratio: number;
  /** The same of the processor's time, which what else runs on the machine hardly changes. */
  readonly cpuRatio: number;
  /** Most that we allow ourselves at this count; absent where there is no bar. */
  readonly bar?: number;
}

/** Figures of Kioku, the machine, and their ratios, all asked in the same turns. */
export interface Turns {
  readonly rounds: number;
  readonly vectorP50Ms: number;
  readonly hybridP50Ms: number;
  readonly hybridCpuMs: number;
  /** One read of as many bytes as the codes of all vectors take, a byte a number. */
  readonly read: {
    readonly bytes: number;
    readonly p50Ms: number;
    readonly gigabytesPerSecond: number;
    readonly how: string;
  };
  readonly ratios: readonly Ratio[];
}

/** Peers beside Kioku. */
export interface TurnsResult {
  readonly peers: readonly PeerResult[];
  readonly skippedPeers: readonly SkippedPeer[];
  readonly turns: Turns;
}

/** A store, and the question that it got. */
export interface Asked {
  readonly name: string;
  readonly ask: Ask | "read";
}

/** The same with the result. */
export type AskedResult = Asked & { readonly result: TurnResult };

interface TurnsContext {
  /** Bytes of the read. */
  readonly bytes: number;
  readonly count: number;
  readonly expected: readonly (readonly number[])[];
  /** Number of the query that the first of `expected` is of. */
  readonly firstQuery: number;
  readonly started: readonly StartedPeer[];
  readonly skipped: readonly SkippedPeer[];
}

const KIOKU = "Kioku";
const MEMORY = "one read of the codes";
/** Half the time of the others; no slower than one read of the codes. */
const BARS = { others: 0.5, read: 1 } as const;
const HELD_FROM = 10_000;
const INDEXED_FROM = 100_000;
const READ_FROM = 1_000_000;
const BYTES_PER_MS = 1e6;
const NOTHING: TurnResult = { medians: [], cpu: [], found: new Map(), failure: undefined };

/** Makes the figures of a report from what became of all in their turns. */
export function reportTurns(asked: readonly AskedResult[], context: TurnsContext): TurnsResult {
  const find = (name: string, ask: AskedResult["ask"]): TurnResult => {
    const found = asked.find((one) => one.name === name && one.ask === ask);
    return found?.result ?? NOTHING;
  };
  const { bytes, started, skipped } = context;
  const failed = started.flatMap(({ name, running }) => {
    const reasons = running.asks.map((ask) => find(name, ask).failure);
    const reason = reasons.find((one) => one !== undefined);
    return reason === undefined ? [] : [{ name, reason }];
  });
  const peers = started
    .filter(({ name }) => failed.every((one) => one.name !== name))
    .map(({ name, running }) => peerResult(name, running, { find, context }));
  const readMs = medianOf(find("memory", "read").medians) ?? Number.NaN;
  return {
    peers,
    skippedPeers: [...skipped, ...failed],
    turns: {
      rounds: find("memory", "read").medians.length,
      vectorP50Ms: round(medianOf(find(KIOKU, "vector").medians) ?? Number.NaN),
      hybridP50Ms: round(medianOf(find(KIOKU, "hybrid").medians) ?? Number.NaN),
      hybridCpuMs: round(medianOf(find(KIOKU, "hybrid").cpu) ?? Number.NaN),
      read: {
        bytes,
        p50Ms: round(readMs),
        gigabytesPerSecond: round(bytes / readMs / BYTES_PER_MS),
        how: READ_HOW,
      },
      ratios: ratiosOf(peers, { find, context }),
    },
  };
}

interface Sources {
  readonly find: (name: string, ask: AskedResult["ask"]) => TurnResult;
  readonly context: TurnsContext;
}

function peerResult(
  name: string,
  { asks, buildMs }: Filled,
  { find, context: { expected, firstQuery } }: Sources,
): PeerResult {
  const { hybridOf } = PEERS[name] ?? {};
  const vector = find(name, "vector");
  const queries = [...vector.found.keys()];
  const recall = overlap(
    queries.map((query) => vector.found.get(query) ?? []),
    queries.map((query) => expected[query - firstQuery] ?? []),
  );
  const hybrid = find(name, "hybrid");
  const hybridMs = medianOf(hybrid.medians);
  return {
    name,
    version: versionOfPeer(name),
    ...(asks.includes("vector")
      ? { p50Ms: round(medianOf(vector.medians) ?? Number.NaN), recallAt10: round(recall) }
      : {}),
    ...(hybridMs === undefined
      ? {}
      : { hybridP50Ms: round(hybridMs), hybridCpuMs: round(medianOf(hybrid.cpu) ?? Number.NaN) }),
    ...(hybridMs === undefined || hybridOf === undefined ? {} : { hybridOf }),
    buildMs: round(buildMs),
  };
}

/** Kioku's recall and its search by vector beside each peer and beside the read. */
function ratiosOf(peers: readonly PeerResult[], { find, context }: Sources): readonly Ratio[] {
  const { count } = context;
  const whole = peers.filter(({ name }) => PEERS[name]?.isKeywordOnly !== true);
  const best = whole
    .filter(({ hybridP50Ms }) => hybridP50Ms !== undefined)
    .toSorted((a, b) => (a.hybridP50Ms ?? 0) - (b.hybridP50Ms ?? 0))[0];
  const held = count < HELD_FROM || whole.length < 2 ? undefined : best?.name;
  const heldTo = count >= INDEXED_FROM ? INDEXED : held;
  const ratio = (of: Ask, beside: string, other: TurnResult): readonly Ratio[] => {
    const own = find(KIOKU, of);
    const found = ratioOf(own.medians, other.medians);
    const cpuRatio = round(ratioOf(own.cpu, other.cpu) ?? Number.NaN);
    return found === undefined ? [] : [{ of, beside, ratio: round(found), cpuRatio }];
  };
  const hybrid = peers.flatMap(({ name }) => ratio("hybrid", name, find(name, "hybrid")));
  const vector = peers.flatMap(({ name }) => ratio("vector", name, find(name, "vector")));
  const read = ratio("hybrid", MEMORY, find("memory", "read"));
  return [
    ...hybrid.map((one) => (one.beside === heldTo ? { ...one, bar: BARS.others } : one)),
    ...read.map((one) => (count >= READ_FROM ? { ...one, bar: BARS.read } : one)),
    ...vector,
  ];
}
