import type { Inputs } from "./inputs.ts";
import type { Simulation } from "./simulate.ts";

/** Figures of a run with what they were made from. */
export type ShardsReport = Simulation & { readonly inputs: Inputs };

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const PERCENT = 100;

/** The report for people: inputs, tenants, and a table each for shards, nodes and growth. */
export function formatShards(report: ShardsReport): string {
  const { inputs, law, tenants } = report;
  const { small, large, cpu, move } = inputs;
  const [bytes, ms] = [move.larger.bytes - move.smaller.bytes, move.larger.ms - move.smaller.ms];
  const speed = (bytes / MIB / (ms / 1_000)).toFixed(1);
  return [
    `${law.tenants.toLocaleString("en-US")} tenants, ${tenants.memories.toLocaleString("en-US")} memories of ${inputs.dimensions} dimensions`,
    `  bytes a memory: ${small.bytesPerMemory}, of large tenants ${large.bytesPerMemory} (index of vectors ${large.indexBytesPerMemory}); an empty schema ${inputs.emptyShardBytes}`,
    `  processor of the server: recall ${cpu.smallRecallMs} ms, in a large tenant ${cpu.largeRecallMs} ms, remember ${cpu.rememberMs} ms, empty claim ${inputs.claimCpuMs} ms`,
    `  a move: ${speed} MiB/s; maintain with nothing to do: ${inputs.maintainMs} ms`,
    `  the largest tenant has ${tenants.largest}, ${tenants.large} have an index (${percent(tenants.largeMemories)} of all memories), the top hundredth has ${percent(tenants.topHundredth)}`,
    "",
    table(
      ["shards", "GiB each", "fullest", "hottest", "largest tenant of the fullest"],
      report.shards.map((one) => [
        String(one.shards),
        gib(one.meanBytes),
        times(one.fullestOverMean),
        times(one.hottestOverMean),
        percent(one.largestTenantOfFullest),
      ]),
    ),
    "",
    table(
      ["shards", "nodes", "GiB each", "in turn", "balanced", "hottest", "requests/s", "index GiB"],
      report.nodes.map((one) => [
        String(one.shards),
        String(one.nodes),
        gib(one.meanBytes),
        times(one.placedOverMean),
        times(one.balancedOverMean),
        times(one.hottestOverMean),
        String(one.requestsPerSecond),
        gib(one.fullestIndexBytes),
      ]),
    ),
    "",
    table(
      ["shards", "nodes", "moved", "GiB", "share", "minutes", "all new nodes at once"],
      report.growth.map((one) => [
        String(one.shards),
        `${one.from} to ${one.to}`,
        String(one.moved),
        gib(one.bytes),
        percent(one.share),
        one.minutes.toFixed(1),
        one.minutesAtOnce.toFixed(1),
      ]),
    ),
  ].join("\n");
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [heads, ...rows]
    .map((row) => `  ${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}`)
    .join("\n");
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(2);
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} x`;
}

function percent(share: number): string {
  return `${(PERCENT * share).toFixed(1)} %`;
}
