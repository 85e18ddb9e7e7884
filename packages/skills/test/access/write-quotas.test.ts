import { MemoryError } from "@kioku/core";
import { array, assert, integer, nat, property, record } from "fast-check";
import { expect, test } from "vitest";

import { WriteQuotas } from "../../src/access/write-quotas.js";
import { VirtualTime } from "../support/virtual-time.js";

const quota = { records: 10, perMs: 1_600 };
const mine = { skill: "nav", memoryKey: "1 /acme/1", quotas: [quota] } as const;

function failureOf(run: () => void): MemoryError<"limit-exceeded"> {
  try {
    run();
  } catch (error) {
    if (MemoryError.is(error, "limit-exceeded")) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

test("a quota allows so many records in its time, and says when more may be written", () => {
  const time = new VirtualTime();
  const quotas = new WriteQuotas(time);
  quotas.count(mine, 4);
  time.advance(800);
  quotas.count(mine, 6);
  const failure = failureOf(() => quotas.count(mine, 1));
  expect(failure).toMatchObject({ code: "limit-exceeded", retryable: true });
  expect(failure.message).toContain('"nav" may write 10 records in 1600 ms');
  const { retryAfterMs = 0 } = failure.details;
  expect(retryAfterMs).toBeGreaterThanOrEqual(800);
  expect(retryAfterMs).toBeLessThanOrEqual(900);
  time.advance(retryAfterMs - 1);
  expect(failureOf(() => quotas.count(mine, 1)).details.retryAfterMs).toBe(1);
  time.advance(1);
  quotas.count(mine, 4);
  expect(failureOf(() => quotas.count(mine, 1)).code).toBe("limit-exceeded");
});

test("what is refused counts nothing, and what never fits is not to be tried again", () => {
  const quotas = new WriteQuotas(new VirtualTime());
  const failure = failureOf(() => quotas.count(mine, 11));
  expect(failure.retryable).toBe(false);
  expect(failure.details.retryAfterMs).toBeUndefined();
  quotas.count(mine, 10);
  const none = { ...mine, quotas: [{ records: 0, perMs: 1 }] };
  expect(failureOf(() => quotas.count(none, 1)).retryable).toBe(false);
});

test("skills and memories are counted by themselves, and all quotas have to allow it", () => {
  const quotas = new WriteQuotas(new VirtualTime());
  quotas.count(mine, 10);
  quotas.count({ ...mine, skill: "other" }, 10);
  quotas.count({ ...mine, memoryKey: "2 /acme/1" }, 10);
  const both = { ...mine, skill: "both", quotas: [quota, { records: 3, perMs: 100 }] };
  quotas.count(both, 3);
  expect(failureOf(() => quotas.count(both, 1)).message).toContain("3 records in 100 ms");
});

test("equal quotas are one, and count once", () => {
  const quotas = new WriteQuotas(new VirtualTime());
  const twice = { ...mine, quotas: [quota, { ...quota }] };
  for (let written = 0; written < 10; written += 1) quotas.count(twice, 1);
  expect(failureOf(() => quotas.count(twice, 1)).code).toBe("limit-exceeded");
});

test("a clock that is set back keeps nobody waiting for longer than it says", () => {
  let nowMs = Date.UTC(2030, 0, 1);
  const quotas = new WriteQuotas({ clock: () => new Date(nowMs) });
  quotas.count(mine, 5);
  nowMs += 400;
  quotas.count(mine, 5);
  nowMs = Date.UTC(2026, 0, 1);
  const { retryAfterMs = 0 } = failureOf(() => quotas.count(mine, 1)).details;
  expect(retryAfterMs).toBeGreaterThan(1_100);
  expect(retryAfterMs).toBeLessThanOrEqual(1_300);
  nowMs += retryAfterMs - 1;
  expect(failureOf(() => quotas.count(mine, 1)).details.retryAfterMs).toBe(1);
  nowMs += 1;
  quotas.count(mine, 5);
  expect(failureOf(() => quotas.count(mine, 1)).code).toBe("limit-exceeded");
});

test("only so many counts are kept", () => {
  const quotas = new WriteQuotas({ clock: () => new Date(0), maxCounted: 3 });
  for (let index = 0; index < 10; index += 1) quotas.count({ ...mine, skill: `s${index}` }, 10);
  expect(quotas.size).toBe(3);
  expect(failureOf(() => quotas.count({ ...mine, skill: "s9" }, 1)).code).toBe("limit-exceeded");
  quotas.count({ ...mine, skill: "s0" }, 10);
});

test("in no span of the time are there more than the quota allows, and a wait that was asked for is enough", () => {
  const step = record({ waitMs: nat(1_000), records: integer({ min: 1, max: 6 }) });
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const time = new VirtualTime();
      const quotas = new WriteQuotas(time);
      const written: { readonly at: number; readonly records: number }[] = [];
      for (const { waitMs, records } of steps) {
        time.advance(waitMs);
        try {
          quotas.count(mine, records);
        } catch (error) {
          time.advance((error as MemoryError<"limit-exceeded">).details.retryAfterMs ?? 0);
          quotas.count(mine, records);
        }
        const at = time.clock().getTime();
        written.push({ at, records });
        const recent = written.filter((one) => one.at > at - quota.perMs);
        expect(recent.reduce((sum, one) => sum + one.records, 0)).toBeLessThanOrEqual(10);
      }
    }),
    { seed: 8 },
  );
});
