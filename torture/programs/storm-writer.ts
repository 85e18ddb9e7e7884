/**
 * One of several processes that write to one file at once: says when it is ready, waits for a line,
 * writes, and says how it went.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { stormOps } from "../limits/storm-ops.ts";
import type { StormOrder, StormOutcome } from "../limits/storm-order.ts";

/** Before another attempt. */
const PAUSE_MS = 1;

const { path, seed, writer, transactions, busyTimeoutMs } = JSON.parse(
  process.argv[2] ?? "",
) as StormOrder;
const outcome: StormOutcome = { written: 0, refused: 0 };
writeSync(1, "ready\n");
createInterface({ input: process.stdin }).once("line", () => {
  void writeAll();
});

async function writeAll(): Promise<void> {
  const store = sqliteStore({ path, busyTimeoutMs });
  await untilDone(() => store.open());
  for (let number = 0; number < transactions; number += 1) {
    const ops = stormOps({ seed, writer, number });
    await untilDone(() => store.write(ops));
    outcome.written += 1;
  }
  await store.close();
  writeSync(1, `${JSON.stringify(outcome)}\n`);
  process.stdin.destroy();
}

/**
 * Again and again while another process is in the way; whatever else it fails with ends this
 * process.
 */
async function untilDone(attempt: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!MemoryError.is(error, "store-failed") || !error.retryable) throw error;
      outcome.refused += 1;
      await sleep(PAUSE_MS);
    }
  }
}
