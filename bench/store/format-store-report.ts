import type { ResidentMemory } from "./measure/resident-memory.ts";
import type { Ratio } from "./measure/turns-report.ts";
import type { StoreReport } from "./store-report.ts";

const NAME_WIDTH = 38;
const BAR_WIDTH = 30;
const MIB = 2 ** 20;

/**
 * The report for people: what was measured, and a bar a store, on a scale where each step is a
 * doubling.
 */
export function formatStoreReport(report: StoreReport): string {
  const { count, dimensions, hard } = report;
  return [
    `${report.store}: ${count} records, ${dimensions} dimensions${hard ? ", hard" : ""}`,
    ...rowsOf(report).map(([name, value]) => line(name, value)),
    "",
    ...formatPlain(report),
    ...formatTurns(report),
    ...report.skippedPeers.map(({ name, reason }) => line(name, `skipped: ${reason}`)),
  ].join("\n");
}

function rowsOf(report: StoreReport): readonly (readonly [string, string])[] {
  const { vector, hybrid, smallScope, residentMb: memory } = report;
  const { writeRowsPerSecond: writes, rememberRowsPerSecond: remembers } = report;
  const { callersRowsPerSecond: callers } = report;
  return [
    ["vector leg", `${times(vector)}, recall@10 ${vector.recallAt10}`],
    ["whole hybrid recall", `${times(hybrid)}, recall@10 ${hybrid.recallAt10}`],
    ["hybrid recall in a scope of 100", `p50 ${smallScope.p50Ms} ms`],
    ["store.write, rows/s", rates(writes)],
    ["memory.rememberAll, rows/s", rates(remembers)],
    ["16 callers singly, rows/s", `${callers.write}; with memory ${callers.remember}`],
    [
      "one durable write",
      `${report.singleWriteP50Ms} ms, ${report.singleCommitRatio} times a bare commit`,
    ],
    ["made ready after filling in", `${(report.settleMs / 1_000).toFixed(1)} s`],
    ["bytes on disk per record", String(report.bytesPerRecord)],
    ["cold open to first answer", `${report.coldOpenMs} ms, warm after ${report.warmAfterMs} ms`],
    [
      "second recall of that process",
      `${report.secondRecallMs} ms; longest ${report.longestColdRecallMs} ms, longest block of the event loop ${report.coldStallMs} ms`,
    ],
    [
      "its memory in MiB",
      `${memoryOf(memory.after)}; before opening ${memoryOf(memory.before)}; counted by the store ${memory.counted}`,
    ],
    [
      "event loop while writing and asking",
      `p99 ${report.loopDelayP99Ms} ms, longest ${report.loopDelayMaxMs} ms`,
    ],
  ];
}

function memoryOf({ rss, anonymous, heap, external, arrayBuffers }: ResidentMemory): string {
  return `${rss} (${anonymous} of no file), heap ${heap}, external ${external}, array buffers ${arrayBuffers}`;
}

function formatPlain({ plain }: StoreReport): readonly string[] {
  if (!plain) return [];
  const { nearest, insert, remember, rememberRatio } = plain;
  return [
    "  in turns with the bare server",
    line("a round trip that asks for nothing", times(plain.roundTrip)),
    line(
      "plain pgvector, ten nearest, ef 200",
      `${times(nearest)}, recall@10 ${nearest.recallAt10}`,
    ),
    line("whole hybrid recall", times(plain.hybrid)),
    line("hybrid recall in a scope of 100", times(plain.smallScope)),
    line("plain insert with HNSW", times(insert)),
    line("one memory.remember", `${times(remember)}, ${rememberRatio} times the insert`),
    "",
  ];
}

/** One entry of a chart of bars. */
interface Bar {
  readonly name: string;
  readonly p50Ms: number;
  readonly told: string;
}

function formatTurns({ turns, vector, peers, fillMs, count }: StoreReport): readonly string[] {
  const { read, ratios, rounds } = turns;
  const share = (asked: Ratio["of"], name: string): string => {
    const found = ratios.find(({ of, beside }) => of === asked && beside === name);
    if (!found) return "";
    return `Kioku takes ${found.ratio.toFixed(3)} of it (processor ${found.cpuRatio.toFixed(3)})`;
  };
  const vectors = peers.flatMap(({ name, p50Ms, recallAt10 = 0, buildMs }) => {
    if (p50Ms === undefined) return [];
    const told = `recall@10 ${recallAt10.toFixed(3)}  ${filled(buildMs)}  ${share("vector", name)}`;
    return [{ name, p50Ms, told }];
  });
  const hybrids = peers.flatMap(({ name, hybridP50Ms, hybridOf = "" }) => {
    if (hybridP50Ms === undefined) return [];
    return [{ name, p50Ms: hybridP50Ms, told: `${share("hybrid", name)}; ${hybridOf}` }];
  });
  const own = `recall@10 ${vector.recallAt10.toFixed(3)}  ${filled(fillMs)}`;
  const mib = (read.bytes / MIB).toFixed(1);
  return [
    `  in turns, ${rounds} rounds; one read of ${mib} MiB: ${read.p50Ms} ms, ${read.gigabytesPerSecond} GB/s by ${read.how}`,
    `  search by vector of ${count}`,
    ...bars([{ name: "Kioku", p50Ms: turns.vectorP50Ms, told: own }, ...vectors]),
    "  search by words and vector, time alone",
    ...bars([{ name: "Kioku", p50Ms: turns.hybridP50Ms, told: "whole recall" }, ...hybrids]),
    ...ratios.filter(({ bar }) => bar !== undefined).map(formatBar),
  ];
}

function filled(ms: number): string {
  return `filled in ${(ms / 1_000).toFixed(1).padStart(6)} s`;
}

function formatBar({ beside, ratio, cpuRatio, bar = Number.NaN }: Ratio): string {
  const held = ratio <= bar ? "held" : "NOT held";
  const told = `${ratio} of ${beside}, at most ${bar}: ${held}; processor ${cpuRatio}`;
  return line("bar of a whole recall", told);
}

/** Fastest first. */
function bars(given: readonly Bar[]): readonly string[] {
  const all = given.toSorted((a, b) => a.p50Ms - b.p50Ms);
  const [fastest, slowest] = [all[0], all.at(-1)].map((one) => Math.max(one?.p50Ms ?? 0, 0.001));
  const doublings = Math.log2((slowest ?? 1) / (fastest ?? 1)) + 1;
  return all.map(({ name, p50Ms, told }) => {
    const steps = Math.log2(Math.max(p50Ms, 0.001) / (fastest ?? 1)) + 1;
    const bar = "█".repeat(Math.max(Math.round((BAR_WIDTH * steps) / doublings), 1));
    return line(name, `${String(p50Ms).padStart(9)} ms  ${bar.padEnd(BAR_WIDTH)}  ${told}`);
  });
}

function line(name: string, value: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${value}`;
}

function times({ p50Ms, p95Ms }: { readonly p50Ms: number; readonly p95Ms: number }): string {
  return `p50 ${p50Ms} ms, p95 ${p95Ms} ms`;
}

function rates(given: Readonly<Record<string, number>>): string {
  return Object.entries(given)
    .map(([size, rate]) => `${rate} in batches of ${size}`)
    .join(", ");
}
