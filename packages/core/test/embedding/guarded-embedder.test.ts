import { countingEmbedder, VirtualTimers } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { GuardedEmbedder } from "../../src/embedding/guarded-embedder.js";

function guarded(inner: ReturnType<typeof countingEmbedder>) {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const guard = new GuardedEmbedder(inner, { timeoutMs: 1_000, schedule: timers.schedule });
  return { guard, timers };
}

test("everything that an embedder says of itself is passed on", async () => {
  const says = {
    id: "test/all@3",
    dimensions: 3,
    maxBatchSize: 5,
    maxBatchTokens: 6,
    maxConcurrency: 7,
    normalized: true,
    profile: { unrelated: 0, related: 1 },
  };
  const inner = countingEmbedder(says);
  const { guard } = guarded(inner);
  expect(guard).toMatchObject(says);
  await guard.forget?.(["a"]);
  await guard.close?.();
  expect(inner).toMatchObject({ forgotten: ["a"], closed: 1 });
});

test("what an embedder lacks the guard lacks, too", () => {
  const { guard } = guarded({
    ...countingEmbedder(),
    forget: undefined,
    close: undefined,
  } as never);
  expect(guard.forget).toBeUndefined();
  expect(guard.close).toBeUndefined();
});

test("forgetting is given up when it takes too long or is called off", async () => {
  let signal: AbortSignal | undefined;
  const forget = (
    _: readonly string[],
    options?: { readonly signal?: AbortSignal | undefined },
  ) => {
    signal = options?.signal;
    return new Promise<void>(() => undefined);
  };
  const { guard, timers } = guarded(countingEmbedder({ forget }));
  const late = guard.forget?.(["a"]);
  timers.runNext();
  await expect(late).rejects.toThrow("gave no answer within 1000 ms");
  expect(signal?.aborted).toBe(true);
  const controller = new AbortController();
  const called = guard.forget?.(["a"], { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(called).rejects.toThrow("enough");
  expect(timers.waiting).toBe(0);
});
