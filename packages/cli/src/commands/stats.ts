import type { Call } from "../command/call.js";
import { statsLines } from "./stats/stats-lines.js";
import { readStats, statsToJson } from "./stats/stats.js";

/** Runs `stats`. */
export async function run({ host, print, signal, open }: Call): Promise<void> {
  const opened = await open();
  const now = host.clock();
  const stats = await readStats(opened, { now, signal, onProgress: print.progress("Counting") });
  await print.result(statsToJson(stats), () => statsLines(stats, now, print));
}
