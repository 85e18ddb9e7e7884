/** Consolidates 20 messages again and again in a filled file, and prints times and memory. */
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { openMemory } from "../recall/recall-settings.ts";
import { madeMessage } from "./made-talk.ts";

const MESSAGES = 20;
const [path = "", first = "0", rounds = "1"] = process.argv.slice(2);

let now = Date.UTC(2026, 5, 1);
const clock = (): Date => new Date(now);
const memory = openMemory({ store: sqliteStore({ path }), clock }, {});
const mind = createMind({ memory, clock, automatic: false });
const times: number[] = [];
const cpuTimes: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  for (let index = 0; index < MESSAGES; index += 1) {
    const number = Number(first) + round * MESSAGES + index;
    await mind.remember({ ...madeMessage(number), kind: "message", thread: "live" });
    now += 60_000;
  }
  const start = performance.now();
  const before = process.cpuUsage();
  await mind.consolidate();
  times.push(performance.now() - start);
  const { user, system } = process.cpuUsage(before);
  cpuTimes.push((user + system) / 1_000);
}
await mind.close();
await memory.close();
const residentMiB = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(JSON.stringify({ times, cpuTimes, residentMiB }));
