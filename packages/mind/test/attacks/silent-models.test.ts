import { createMemory, inMemoryStore, type TextModel } from "@kioku/core";
import { VirtualTimers } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMind, type Mind, type MindOptions } from "../../src/index.js";

const START = new Date("2026-03-04T10:00:00Z");

/** A model that never answers, and tells when it is asked and when it is told to stop. */
function silentModel(): {
  readonly model: TextModel;
  readonly asked: Promise<undefined>;
  readonly stopped: () => unknown;
} {
  const asked = Promise.withResolvers<undefined>();
  let stopped: unknown;
  const model: TextModel = {
    id: "silent",
    generate: async (_, { signal } = {}) => {
      signal?.addEventListener("abort", () => {
        stopped = signal.reason;
      });
      asked.resolve(undefined);
      return new Promise(() => undefined);
    },
  };
  return { model, asked: asked.promise, stopped: () => stopped };
}

function hearing(options: Partial<MindOptions>): { mind: Mind; timers: VirtualTimers } {
  const timers = new VirtualTimers(START);
  const { clock, schedule } = timers;
  const memory = createMemory({ store: inMemoryStore(), clock, schedule });
  return { mind: createMind({ memory, clock, schedule, ...options }), timers };
}

test("a model that does not answer is a failure after the time of the lease", async () => {
  const { model, asked, stopped } = silentModel();
  const { mind, timers } = hearing({ model, automatic: false, leaseMs: 30_000 });
  await mind.session("t").hear("I live in Porto.");
  const run = mind.consolidate();
  await asked;
  timers.advance(30_000);
  await expect(run).rejects.toMatchObject({ name: "TimeoutError" });
  expect(stopped()).toMatchObject({ message: "model gave no answer within 30000 ms" });
  const stats = await mind.stats();
  expect(stats).toMatchObject({ failures: 1, lastFailure: "TimeoutError", waiting: 1, runs: 0 });
});

test("a mind whose model does not answer can be closed, and rules go on without it", async () => {
  const { model, asked } = silentModel();
  const { mind, timers } = hearing({ model, attempts: 1, triggers: { messages: 1 } });
  const failed: unknown[] = [];
  mind.on("consolidation-failed", ({ error }) => failed.push(error));
  await mind.session("t").hear("I live in Porto.");
  await asked;
  const closing = mind.close();
  timers.advance(120_000);
  await closing;
  expect(failed).toHaveLength(1);
});
