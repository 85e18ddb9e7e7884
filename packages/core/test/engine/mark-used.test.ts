import { rejection, testMemory, replace } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { MemoryEvents, MemoryRoot } from "../../src/index.js";
import { strengthAfterUse } from "../../src/toolkit/index.js";

const DAY = 86_400_000;

async function stored(memory: Pick<MemoryRoot, "remember">, content: string) {
  const receipt = await memory.remember({ content, dedupe: "off" });
  if (receipt.status !== "stored") throw new Error(receipt.status);
  return receipt.record;
}

async function three() {
  const made = testMemory();
  const { memory, clock } = made;
  const records = [await stored(memory, "tea"), await stored(memory, "coffee")] as const;
  const cocoa = await stored(memory.scope("other"), "cocoa");
  const later = (days: number): void => {
    clock.now = new Date(clock.now.getTime() + days * DAY);
  };
  return { ...made, records, cocoa, later };
}

/** A memory of which one record was archived, long after it was written. */
async function archived() {
  const made = await three();
  const { memory, later, records } = made;
  later(3_000);
  await memory.markUsed(records[1].id);
  await memory.sweep({ archiveBelow: 0.5 });
  const [tea] = records;
  expect((await memory.read(tea.id))?.archivedAt).toBeInstanceOf(Date);
  return { ...made, tea };
}

test("a use is counted, dated and strengthens by the FSRS-6 rule, without a new version", async () => {
  const { memory, clock, records, later } = await three();
  const [tea, coffee] = records;
  later(10);
  expect(await memory.markUsed(tea.id)).toBe(1);
  const used = await memory.read(tea.id);
  const { createdAt, strength } = tea;
  expect(used).toEqual({
    ...tea,
    strength: strengthAfterUse(strength, { createdAt, now: clock.now }),
  });
  expect(used?.strength).toMatchObject({ uses: 1, lastUsedAt: clock.now });
  expect(used?.strength.stabilityDays).toBeGreaterThan(2 * strength.stabilityDays);
  expect(await memory.read(coffee.id)).toEqual(coffee);
  expect(await memory.history(tea.id)).toHaveLength(1);
});

test("reading, listing and recalling strengthen nothing", async () => {
  const { memory, records, later } = await three();
  later(10);
  await memory.recall("tea");
  await memory.context("tea");
  await memory.surface({ cue: "tea" });
  await memory.list();
  await memory.history(records[0].id);
  expect(await memory.read(records[0].id)).toEqual(records[0]);
});

test("several at once: one twice counts once, unknown and foreign ones are passed over", async () => {
  const { memory, records, cocoa, later } = await three();
  const [tea, coffee] = records;
  later(5);
  const ids = [tea.id, coffee.id, tea.id, "unknown", cocoa.id];
  expect(await memory.markUsed(ids)).toBe(2);
  expect((await memory.read(tea.id))?.strength.uses).toBe(1);
  expect((await memory.read(coffee.id))?.strength.uses).toBe(1);
  expect(await memory.scope("other").read(cocoa.id)).toEqual(cocoa);
  expect(await memory.markUsed("unknown")).toBe(0);
  expect(await memory.markUsed([])).toBe(0);
});

test("what was used stands higher among equals", async () => {
  const { memory, later } = await three();
  const first = await stored(memory, "green tea");
  const second = await stored(memory, "green tea");
  later(200);
  for (const used of [first, second]) {
    await memory.markUsed(used.id);
    expect((await memory.recall("green tea"))[0]?.id).toBe(used.id);
    later(400);
  }
});

test("an archived memory that was used is taken back, in a version that says so", async () => {
  const { memory, clock, tea } = await archived();
  const query = { query: "tea", mode: "keyword" } as const;
  expect(await memory.recall(query)).toEqual([]);
  const calls: MemoryEvents["used"][] = [];
  memory.on("used", (event) => calls.push(event));
  const cause = "cited in an answer";
  expect(await memory.markUsed([tea.id], { actor: "agent", cause })).toBe(1);
  expect(calls).toEqual([{ scope: [], ids: [tea.id], restored: [tea.id] }]);
  const back = await memory.read(tea.id);
  expect(back).toMatchObject({ content: "tea", version: 3, updatedAt: clock.now });
  expect(back).not.toHaveProperty("archivedAt");
  expect(back?.strength.uses).toBe(1);
  expect((await memory.recall(query))[0]?.id).toBe(tea.id);
  const history = await memory.history(tea.id);
  expect(history.map(({ change }) => change)).toEqual(["created", "archived", "restored"]);
  expect(history[2]).toMatchObject({ actor: "agent", cause });
  expect(await memory.sweep({ archiveBelow: 0.5 })).toEqual({
    removed: 0,
    retired: 0,
    archived: 0,
  });
});

test("restoring goes on when somebody else writes the record in between", async () => {
  const inner = inMemoryStore();
  let disturb: (() => Promise<unknown>) | undefined;
  const store = replace(inner, {
    write: async (ops, options) => {
      const now = disturb;
      disturb = undefined;
      await now?.();
      return inner.write(ops, options);
    },
  });
  const { memory, clock } = testMemory({ store });
  const { memory: other } = testMemory({ store: inner, clock: () => clock.now });
  const tea = await stored(memory, "tea");
  clock.now = new Date(clock.now.getTime() + 3_000 * DAY);
  await memory.sweep({ archiveBelow: 0.5 });
  disturb = () => other.update(tea.id, { importance: 1 });
  expect(await memory.markUsed(tea.id)).toBe(1);
  const back = await memory.read(tea.id);
  expect(back).toMatchObject({ importance: 1, version: 4, strength: { uses: 1 } });
  expect(back).not.toHaveProperty("archivedAt");
  clock.now = new Date(clock.now.getTime() + 30_000 * DAY);
  await memory.sweep({ archiveBelow: 0.5 });
  disturb = () => other.forget(tea.id);
  expect(await memory.markUsed(tea.id)).toBe(0);
  expect(await memory.read(tea.id)).toBeUndefined();
});

test("expired memories cannot be used", async () => {
  const { memory, clock } = testMemory();
  const receipt = await memory.remember({ content: "short", ttlMs: 1_000 });
  if (receipt.status !== "stored") throw new Error(receipt.status);
  clock.now = new Date(clock.now.getTime() + 1_000);
  expect(await memory.markUsed(receipt.record.id)).toBe(0);
});

test.each([
  ["nothing", undefined, /an id or a list of ids/],
  ["a number", 7, /an id or a list of ids/],
  ["a blank id", " ", /not blank/],
  ["a list with a number", ["a", 7], /ids\[1\].*a string/],
  ["a blank id in a list", [""], /ids\[0\].*not blank/],
  ["a very long id", "x".repeat(513), /512/],
  ["too many ids", Array.from({ length: 10_001 }, (_, n) => `id ${n}`), /10000/],
])("%s is refused", async (_, ids, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.markUsed(ids as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("an aborted signal, a wrong option and another scope are refused", async () => {
  const { memory, records } = await three();
  const reason = new Error("stop");
  await expect(memory.markUsed(records[0].id, { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  for (const options of [{ scope: ["other"] }, { limit: 1 }, { actor: 7 }]) {
    const error = await rejection(() => memory.markUsed(records[0].id, options as never));
    expect(error.code).toBe("invalid-input");
  }
  expect(await memory.read(records[0].id)).toEqual(records[0]);
});
