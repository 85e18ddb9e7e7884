/** @module-tag long */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { stormKinds } from "../support/storm-skills.js";

interface StormReport {
  readonly emitted: number;
  readonly reports: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly unhandled: number;
  readonly timers: number;
  readonly timersAfter: number;
  readonly listeners: number;
  readonly heap: readonly number[];
}

test(
  "11,000 events with skills that throw, hang, recurse and emit leave every failure in a report, and nothing else behind",
  { timeout: 300_000 },
  async () => {
    const hooks = new URL("../support/use-sources.mjs", import.meta.url).href;
    const program = fileURLToPath(new URL("../support/storm-process.ts", import.meta.url));
    const child = fork(program, { execArgv: ["--expose-gc", "--import", hooks] });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    const exit = once(child, "exit");
    const [message] = (await Promise.race([once(child, "message"), exit])) as [StormReport];
    expect(message).toMatchObject({ emitted: 11_000 });
    const perKind = message.emitted / stormKinds.length;
    const expected: Record<string, number> = {};
    for (const { outcomes } of stormKinds) {
      for (const [status, count] of Object.entries(outcomes)) {
        expected[status] = (expected[status] ?? 0) + count * perKind;
      }
    }
    expect(message.counts).toEqual(expected);
    expect(message.reports).toBe(stormKinds.reduce((sum, kind) => sum + kind.reports * perKind, 0));
    expect(message).toMatchObject({ unhandled: 0, timers: 0, timersAfter: 0, listeners: 0 });
    // From the fifth round on nothing is new. A leak of 250 bytes for each event would be 2 MB.
    const grown = (message.heap.at(-1) ?? Infinity) - (message.heap[4] ?? 0);
    expect(grown).toBeLessThan(2_000_000);
    // Nothing keeps the process alive.
    expect(await exit).toEqual([0, null]);
  },
);
