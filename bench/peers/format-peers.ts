import type { FindingReport } from "./measure-finding.ts";
import type { SafetyOfSystem, WritesReport } from "./measure-safety.ts";
import type { SpeedReport } from "./measure-speed.ts";

const NAME = 24;

/** Formats how often systems find what answers a question. */
export function formatFinding(sets: readonly FindingReport[]): string {
  return sets
    .flatMap(({ set, records, questions, systems }) => [
      `${set}: ${records} memories, ${questions} questions`,
      ...systems.map(({ name, recallAt1, recallAt10, ndcg10 }) => {
        const ranked = recallAt1 === undefined ? "" : `   R@1 ${recallAt1}   nDCG@10 ${ndcg10}`;
        return `  ${name.padEnd(NAME)} R@10 ${recallAt10}${ranked}`;
      }),
    ])
    .map((line) => `${line}\n`)
    .join("");
}

/** Formats what an application waits for. */
export function formatSpeed(sizes: readonly SpeedReport[]): string {
  return sizes
    .flatMap(({ memories, systems }) => [
      `${memories} memories`,
      ...systems.map(({ name, fillMs, write, search }) =>
        [
          `  ${name.padEnd(NAME)} fill ${fillMs} ms`,
          `write ${write.p50Ms} (p95 ${write.p95Ms}) ms`,
          `search ${search.p50Ms} (p95 ${search.p95Ms}) ms`,
        ].join("   "),
      ),
    ])
    .map((line) => `${line}\n`)
    .join("");
}

/** Formats what systems keep, mix up and send. */
export function formatSafety(systems: readonly SafetyOfSystem[]): string {
  return systems
    .flatMap(({ name, twoWriters, killed, lookAlikes, requests }) => [
      name,
      `  two writers: ${writesOf(twoWriters)}`,
      `  killed: ${writesOf(killed)}`,
      `  look-alikes: ${JSON.stringify(lookAlikes ?? "knows no users")}`,
      `  requests: ${JSON.stringify(requests)}`,
    ])
    .map((line) => `${line}\n`)
    .join("");
}

function writesOf(report: WritesReport | undefined): string {
  if (report === undefined) return "has no files";
  return `${report.acknowledged} acknowledged, ${report.failed} failed, ${report.lost} lost`;
}
