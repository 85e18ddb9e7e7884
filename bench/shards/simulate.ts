import type { Inputs } from "./inputs.ts";
import { placeInTurn, rebalance, sumByNode } from "./place-shards.ts";
import type { Placed } from "./place-shards.ts";
import { hashTenants, loadShards } from "./shard-loads.ts";
import type { ShardLoad } from "./shard-loads.ts";
import { drawTenants } from "./tenant-sizes.ts";
import type { TenantLaw, Tenants } from "./tenant-sizes.ts";

/** Figures of the simulation. Bytes and shares are of all tenants. */
export interface Simulation {
  readonly law: TenantLaw;
  readonly tenants: TenantsSummary;
  readonly shards: readonly ShardsSummary[];
  readonly nodes: readonly NodesSummary[];
  readonly growth: readonly Growth[];
}

/** The tenants that were drawn. */
interface TenantsSummary {
  readonly memories: number;
  readonly largest: number;
  /** Tenants with an index of their own. */
  readonly large: number;
  /** Share of all memories that they have. */
  readonly largeMemories: number;
  /** Share of all memories of the largest hundredth of the tenants. */
  readonly topHundredth: number;
  /** Share of all requests of the busiest tenant. */
  readonly busiest: number;
}

/** The shards of one count. */
interface ShardsSummary {
  readonly shards: number;
  readonly meanBytes: number;
  readonly fullestBytes: number;
  readonly fullestOverMean: number;
  /** Share of the fullest shard that its largest tenant has. */
  readonly largestTenantOfFullest: number;
  /** Processor time of the hottest shard, divided by the mean. */
  readonly hottestOverMean: number;
  /** Share of the requests of the hottest shard that its busiest tenant has. */
  readonly busiestTenantOfHottest: number;
  /** Processor time of the servers for asking each shard once for jobs, when there are none. */
  readonly claimsCpuMs: number;
  /** Share of all bytes that schemas take without records. */
  readonly emptyShare: number;
}

/** The nodes of one count, with shards placed in turn and then moved until they are alike. */
interface NodesSummary {
  readonly shards: number;
  readonly nodes: number;
  readonly meanBytes: number;
  /** Bytes of the fullest node divided by the mean, placed in turn. */
  readonly placedOverMean: number;
  /** The same after shards were moved. */
  readonly balancedOverMean: number;
  readonly fullestIndexBytes: number;
  /** Processor time of the hottest node divided by the mean, after shards were moved. */
  readonly hottestOverMean: number;
  /** Requests a second of all nodes, when the hottest one is as busy as allowed. */
  readonly requestsPerSecond: number;
  readonly recallsPerSecond: number;
  readonly remembersPerSecond: number;
  /** Bytes of the log that the hottest node writes in a second. */
  readonly logBytesPerSecond: number;
  /** Time of `maintain` of all shards of a node, one after the other. */
  readonly maintainMinutes: number;
}

/** Moving shards to new nodes. */
interface Growth {
  readonly shards: number;
  readonly from: number;
  readonly to: number;
  readonly moved: number;
  readonly bytes: number;
  /** Share of all bytes that were moved. */
  readonly share: number;
  /** Time of moving one after the other. */
  readonly minutes: number;
  /** The same where every new node receives shards at once. */
  readonly minutesAtOnce: number;
  readonly balancedOverMean: number;
}

/** Counts of shards and of nodes, and all chance. */
export interface SimulationOptions {
  readonly law: TenantLaw;
  readonly shards: readonly number[];
  readonly nodes: readonly number[];
  readonly seed: number;
}

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const HUNDREDTH = 0.01;

/** Spreads tenants over shards and shards over nodes. */
export function simulate(inputs: Inputs, options: SimulationOptions): Simulation {
  const { law, seed } = options;
  const tenants = drawTenants(law, seed);
  const hashes = hashTenants(law.tenants);
  const spread = options.shards.map((shards) => ({
    shards,
    loads: loadShards(tenants, { hashes, shards, inputs }),
  }));
  return {
    law,
    tenants: summarizeTenants(tenants, inputs),
    shards: spread.map(({ loads }) => summarizeShards(loads, inputs)),
    nodes: spread.flatMap(({ loads }) =>
      options.nodes.map((nodes) => summarizeNodes(loads, nodes, inputs)),
    ),
    growth: spread.flatMap(({ loads }) => grow(loads, options.nodes, inputs)),
  };
}

function summarizeTenants({ memories, requests }: Tenants, { large }: Inputs): TenantsSummary {
  const sorted = memories.toSorted();
  const total = sum(sorted);
  const firstLarge = sorted.findIndex((size) => size >= large.indexFrom);
  const from = firstLarge === -1 ? sorted.length : firstLarge;
  const top = sorted.length - Math.max(1, Math.round(sorted.length * HUNDREDTH));
  return {
    memories: total,
    largest: sorted.at(-1) ?? 0,
    large: sorted.length - from,
    largeMemories: digits(sum(sorted.subarray(from)) / total),
    topHundredth: digits(sum(sorted.subarray(top)) / total),
    busiest: digits(requests.reduce((most, one) => Math.max(most, one), 0)),
  };
}

function summarizeShards(loads: readonly ShardLoad[], inputs: Inputs): ShardsSummary {
  const bytes = loads.map((load) => load.bytes);
  const fullest = loads.toSorted((a, b) => b.bytes - a.bytes)[0];
  const hottest = loads.toSorted((a, b) => b.cpuMs - a.cpuMs)[0];
  const mean = sum(bytes) / loads.length;
  const cpu = loads.map(({ cpuMs }) => cpuMs);
  return {
    shards: loads.length,
    meanBytes: Math.round(mean),
    fullestBytes: Math.round(fullest?.bytes ?? 0),
    fullestOverMean: digits((fullest?.bytes ?? 0) / mean),
    largestTenantOfFullest: digits((fullest?.largestTenantBytes ?? 0) / (fullest?.bytes ?? 1)),
    hottestOverMean: digits(overMean(cpu)),
    busiestTenantOfHottest: digits((hottest?.busiestTenant ?? 0) / (hottest?.requests ?? 1)),
    claimsCpuMs: digits(loads.length * inputs.claimCpuMs),
    emptyShare: digits(inputs.emptyShardBytes / mean),
  };
}

function summarizeNodes(loads: readonly ShardLoad[], nodes: number, inputs: Inputs): NodesSummary {
  const placed = { placement: placeInTurn(loads.length, nodes), nodes };
  const balanced = { placement: rebalance(loads, placed).placement, nodes };
  const bytes = sumByNode(loads, balanced, (load) => load.bytes);
  const cpu = sumByNode(loads, balanced, ({ cpuMs }) => cpuMs);
  const { cores, busy } = inputs.node;
  const requests = (cores * busy * MS_PER_SECOND) / Math.max(...cpu);
  const writes = requests * (1 - inputs.requests.recalls);
  const hottestRequests = Math.max(...sumByNode(loads, balanced, (load) => load.requests));
  return {
    shards: loads.length,
    nodes,
    meanBytes: Math.round(sum(bytes) / nodes),
    placedOverMean: digits(overMean(sumByNode(loads, placed, (load) => load.bytes))),
    balancedOverMean: digits(overMean(bytes)),
    fullestIndexBytes: Math.round(
      Math.max(...sumByNode(loads, balanced, ({ indexBytes }) => indexBytes)),
    ),
    hottestOverMean: digits(overMean(cpu)),
    requestsPerSecond: Math.round(requests),
    recallsPerSecond: Math.round(requests - writes),
    remembersPerSecond: Math.round(writes),
    logBytesPerSecond: Math.round(writes * hottestRequests * inputs.logBytesPerRemember),
    maintainMinutes: digits(((loads.length / nodes) * inputs.maintainMs) / MS_PER_MINUTE),
  };
}

/** Adds nodes step by step, from balanced shards each time. */
function grow(
  loads: readonly ShardLoad[],
  counts: readonly number[],
  { move }: Inputs,
): readonly Growth[] {
  const [first = 1, ...more] = counts;
  const start = { placement: placeInTurn(loads.length, first), nodes: first };
  let placed: Placed = { ...start, placement: rebalance(loads, start).placement };
  const total = sum(loads.map(({ bytes }) => bytes));
  return more.map((nodes) => {
    const from = placed.nodes;
    const { placement, moved, bytes } = rebalance(loads, { ...placed, nodes });
    placed = { placement, nodes };
    const ms = timeOf(move, { moved, bytes });
    return {
      shards: loads.length,
      from,
      to: nodes,
      moved,
      bytes: Math.round(bytes),
      share: digits(bytes / total),
      minutes: digits(ms / MS_PER_MINUTE),
      minutesAtOnce: digits(ms / (nodes - from) / MS_PER_MINUTE),
      balancedOverMean: digits(overMean(sumByNode(loads, placed, (load) => load.bytes))),
    };
  });
}

/** Time of some moves, one after the other: each takes a while however small it is. */
function timeOf(
  { smaller, larger }: Inputs["move"],
  { moved, bytes }: { readonly moved: number; readonly bytes: number },
): number {
  const msPerByte = (larger.ms - smaller.ms) / (larger.bytes - smaller.bytes);
  const fixedMs = Math.max(0, smaller.ms - smaller.bytes * msPerByte);
  return moved * fixedMs + bytes * msPerByte;
}

function overMean(values: readonly number[]): number {
  return (Math.max(...values) * values.length) / sum(values);
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

function digits(value: number): number {
  return Number(value.toPrecision(4));
}
