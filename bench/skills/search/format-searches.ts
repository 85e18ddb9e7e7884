import type { SearchReport } from "./measure-searches.ts";

/** Writes the report as text for people. */
export function formatSearches(report: SearchReport): string {
  const { skills, requests, first, inFive, embedder, groups, times, misses } = report;
  const lines = [
    `${requests} requests to ${skills} skills, embedder ${embedder}: right first ${first}, in five ${inFive}`,
    ...Object.entries(groups).map(
      ([name, { both, words }]) =>
        `  ${name.padEnd(20)} right first ${both.first} of ${both.requests}, in five ${both.inFive}; by words alone ${words.first} and ${words.inFive}`,
    ),
    ...times.map(
      (time) =>
        `  ${time.skills} skills: search p50 ${time.p50Ms} ms, p95 ${time.p95Ms} ms, the first ${time.firstMs} ms`,
    ),
    "",
    `Not first: ${misses.length}`,
    ...misses.map(({ text, skill, found }) => `  “${text}” found ${found}, not ${skill}`),
  ];
  return `${lines.join("\n")}\n`;
}
