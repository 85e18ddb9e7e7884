/**
 * Hears talks and consolidates them: reads an order in each line, prints the number of chunks that
 * are durable, and `done`. It may be killed at any moment.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { createMemory } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { liveThrough } from "../mind/live-through.ts";
import type { MindOrder } from "../mind/mind-order.ts";
import { scriptedModel } from "../mind/scripted-model.ts";
import { planTalk } from "../mind/talk-plan.ts";

/** Before another attempt. */
const PAUSE_MS = 5;

writeSync(1, "ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  await hear(JSON.parse(line) as MindOrder);
  writeSync(1, "done\n");
}

async function hear({ path, plan, leaseMs, clockOffsetMs }: MindOrder): Promise<void> {
  const clock = (): Date => new Date(Date.now() + clockOffsetMs);
  const memory = createMemory({ store: sqliteStore({ path }), clock });
  const mind = createMind({ memory, model: scriptedModel, clock, automatic: false, leaseMs });
  await liveThrough(mind, planTalk(plan), {
    pause: async () => sleep(PAUSE_MS),
    onHeard: (chunks) => writeSync(1, `${chunks}\n`),
  });
  await mind.close();
  await memory.close();
}
