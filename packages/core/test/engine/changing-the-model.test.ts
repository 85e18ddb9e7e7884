import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { answers, modelChange, NEW, note, OLD, recordOf } from "../support/model-change.js";

const COUNT = 600;
const NOTES = Array.from({ length: COUNT }, (_, n) => note(n));

async function filled(count = COUNT) {
  const setup = modelChange();
  const before = setup.open(setup.old);
  const receipts = await before.rememberAll(NOTES.slice(0, count));
  return { ...setup, before, receipts };
}

test("while reindex runs every recall asks the old space only, and afterwards the new one only", async () => {
  const { before, next, old, open, askedSpaces, states } = await filled();
  const oldAnswers = await answers(before);
  const memory = open([next, old]);
  askedSpaces.length = 0;
  const during: (readonly string[])[] = [];
  const late: Promise<readonly string[]>[] = [];
  const progress: (readonly [number, number])[] = [];
  next.beforeCall = async () => {
    if (next.calls.length % 9 === 0) during.push(await answers(memory));
  };
  const written = await memory.reindex({
    onProgress: (...told) => {
      progress.push(told);
      late.push(answers(memory));
    },
  });
  next.beforeCall = () => Promise.resolve();
  expect(written).toBe(COUNT);
  expect(progress.map(([done]) => done)).toEqual([
    ...Array.from({ length: 9 }, (_, n) => 64 * (n + 1)),
    600,
  ]);
  expect(new Set(progress.map(([, total]) => total))).toEqual(new Set([COUNT]));
  const newAnswers = await answers(memory);
  expect(newAnswers).not.toEqual(oldAnswers);
  expect(during).toEqual([oldAnswers, oldAnswers, oldAnswers, oldAnswers]);
  // These were under way while it took over: each is as before or as after, and asked one space.
  for (const given of await Promise.all(late)) {
    for (const [index, answer] of given.entries()) {
      expect([oldAnswers[index], newAnswers[index]]).toContain(answer);
    }
  }
  expect(askedSpaces.every(({ length }) => length === 1)).toBe(true);
  expect(askedSpaces.slice(0, 4)).toEqual([[OLD], [OLD], [OLD], [OLD]]);
  expect(askedSpaces.slice(-4)).toEqual([[NEW], [NEW], [NEW], [NEW]]);
  expect(askedSpaces).toHaveLength(4 * (during.length + late.length + 1));
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("context, a cue of surface and diversity keep to the space that recall asks", async () => {
  const { next, old, open, askedSpaces, store, before } = await filled(40);
  const memory = open([next, old]);
  await memory.remember("green tea again");
  askedSpaces.length = 0;
  const vectorsOf: string[] = [];
  const watched = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as (...args: readonly unknown[]) => unknown;
      if (name !== "vectors") return value;
      return (space: string, ...rest: readonly unknown[]) => {
        vectorsOf.push(space);
        return value(space, ...rest);
      };
    },
  });
  const diverse = open([next, old], { store: watched });
  await memory.context("green tea");
  await memory.surface({ cue: "green tea", seed: 1 });
  await diverse.recall({ query: "green tea", diversity: 0.7 });
  expect(askedSpaces).toEqual([[OLD], [OLD], [OLD]]);
  await memory.reindex();
  await diverse.recall({ query: "green tea", diversity: 0.7 });
  expect(askedSpaces.at(-1)).toEqual([NEW]);
  expect([...new Set(vectorsOf)]).toEqual([OLD, NEW]);
  await before.recall("green tea");
  expect(askedSpaces.at(-1)).toEqual([OLD]);
});

test("what is written meanwhile is in both spaces, and found before and after", async () => {
  const { next, old, open, spacesOf, states } = await filled(30);
  const memory = open([next, old]);
  const receipt = await memory.remember("a purple umbrella");
  expect([receipt.status, await spacesOf(receipt)]).toEqual(["stored", [OLD, NEW]]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  const changed = await memory.update(recordOf(receipt).id, { content: "a yellow umbrella" });
  expect(await spacesOf({ status: "stored", record: changed })).toEqual([OLD, NEW]);
  const query = { query: "yellow umbrella", mode: "semantic", limit: 1 } as const;
  expect((await memory.recall(query))[0]?.content).toBe("a yellow umbrella");
  expect(await memory.reindex()).toBe(30);
  expect((await memory.recall(query))[0]?.content).toBe("a yellow umbrella");
  expect(await spacesOf(await memory.remember("a red hat"))).toEqual([NEW]);
});

test("a write without a vector in the space that is asked is queued, one without a vector in the next is not", async () => {
  const { next, old, open, spacesOf, degraded, states } = await filled(3);
  const memory = open([next, old]);
  next.isBad = () => true;
  const first = await memory.remember("a purple umbrella");
  expect([first.status, await spacesOf(first)]).toEqual(["stored", [OLD]]);
  expect(degraded.map(({ reason }) => reason)).toEqual([`embedder ${NEW} failed`]);
  next.isBad = () => false;
  old.isBad = () => true;
  const second = await memory.remember("a red hat");
  expect([second.status, await spacesOf(second)]).toEqual(["queued", [NEW]]);
  expect(second).toMatchObject({ reason: `embedder ${OLD} failed` });
  expect((await memory.recall("red hat")).map(({ content }) => content)).toContain("a red hat");
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  old.isBad = () => false;
  expect(await memory.reindex()).toBe(4);
  const hits = await memory.recall({ query: "red hat", mode: "semantic", limit: 1 });
  expect(hits[0]?.content).toBe("a red hat");
});

test("a reindex that was stopped goes on where it was, and ends as one that was not", async () => {
  const { receipts, next, old, open, states, store, before } = await filled();
  const stop = new AbortController();
  const memory = open([next, old]);
  const stopped = memory.reindex({ signal: stop.signal, onProgress: () => stop.abort("enough") });
  await expect(stopped).rejects.toBe("enough");
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  expect((await memory.spaces()).map(({ id, missing }) => [id, missing])).toEqual([
    [NEW, COUNT - 64],
    [OLD, 0],
  ]);
  const oldAnswers = await answers(before);
  const again = open([next, old]);
  expect(await answers(again)).toEqual(oldAnswers);
  expect(await again.reindex()).toBe(COUNT - 64);

  const calm = await filled();
  await calm.open([calm.next, calm.old]).reindex();
  const vectors = await store.vectors(NEW, receipts.map(recordOf));
  expect(vectors).toEqual(await calm.store.vectors(NEW, calm.receipts.map(recordOf)));
  expect(vectors).not.toContain(undefined);
});

test("several memories that reindex at once do no harm", async () => {
  const { next, old, open, states, store, receipts } = await filled();
  const memories = [open([next, old]), open([next, old]), open(next, { newSpace: "start" })];
  await Promise.all(memories.map((memory) => memory.reindex()));
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
  expect(await store.countMissingVectors(NEW)).toBe(0);
  const alone = await filled();
  await alone.open([alone.next, alone.old]).reindex();
  expect(await store.vectors(NEW, receipts.map(recordOf))).toEqual(
    await alone.store.vectors(NEW, alone.receipts.map(recordOf)),
  );
});

test("a failing embedder stops a reindex, what is done stays, and nothing takes over", async () => {
  const { next, old, open, states, spacesOf, receipts } = await filled();
  const memory = open([next, old]);
  let calls = 0;
  next.isBad = () => {
    calls += 1;
    return calls > 300;
  };
  const error = await rejection(() => memory.reindex());
  expect(error).toMatchObject({ code: "embedder-failed", message: `embedder ${NEW} failed` });
  expect(await spacesOf(receipts[0])).toEqual([OLD, NEW]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
});

test("where a whole page fails nobody waits for the other pages to fail", async () => {
  const { next, old, open } = await filled();
  next.isBad = () => true;
  await rejection(() => open([next, old]).reindex());
  expect(next.calls).toHaveLength(4);
});

test("an update starts the new space as building, too", async () => {
  const { next, old, open, states, receipts } = await filled(5);
  await open([next, old]).update(recordOf(receipts[0]).id, { content: "a purple umbrella" });
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
});

test("a text that the embedder fails at does not keep the others from their vectors", async () => {
  const { next, old, open, states, store } = await filled();
  const memory = open([next, old]);
  next.isBad = (text) => text === note(3);
  expect(await rejection(() => memory.reindex())).toMatchObject({ code: "embedder-failed" });
  // Texts of the same request are missing, too.
  expect(await store.countMissingVectors(NEW)).toBe(16);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  next.isBad = () => false;
  expect(await memory.reindex()).toBe(16);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("a text that changes while it is embedded gets the vector of what it says now", async () => {
  const { next, old, open, store, receipts, before } = await filled(5);
  const memory = open([next, old]);
  const record = recordOf(receipts[2]);
  next.beforeCall = async () => {
    next.beforeCall = () => Promise.resolve();
    await before.update(record.id, { content: "something else" });
  };
  expect(await memory.reindex()).toBe(5);
  const [vector] = await store.vectors(NEW, [record]);
  const [expected] = (await next.embed(["something else"])).vectors;
  expect(vector?.[0]).toBeCloseTo((expected?.[0] ?? 0) / Math.hypot(...(expected ?? [])), 5);
});

test("a record that changes each time it is embedded ends the reindex with a conflict that may be tried again", async () => {
  const { next, old, open, receipts, before, states } = await filled(2);
  const memory = open([next, old]);
  const { id } = recordOf(receipts[0]);
  let count = 0;
  next.beforeCall = async () => {
    count += 1;
    await before.update(id, { content: `version ${count}` });
  };
  const error = await rejection(() => memory.reindex());
  expect(error).toMatchObject({ code: "conflict", retryable: true });
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
});

test("going back is the same the other way round: nothing but what is missing is embedded", async () => {
  const { before, next, old, open, states, askedSpaces, spacesOf } = await filled(50);
  const oldAnswers = await answers(before);
  const forth = open([next, old]);
  await forth.reindex();
  const receipt = await forth.remember("a purple umbrella");
  expect(await spacesOf(receipt)).toEqual([NEW]);

  const back = open([old, next]);
  expect(await answers(back)).toEqual(await answers(forth));
  expect(askedSpaces.at(-1)).toEqual([NEW]);
  const hat = await back.remember("a red hat");
  expect(await spacesOf(hat)).toEqual([OLD, NEW]);
  old.calls.length = 0;
  expect(await back.reindex()).toBe(1);
  expect(old.calls).toEqual([["a purple umbrella"]]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "retired" });
  await back.forget(recordOf(receipt).id);
  await back.forget(recordOf(hat).id);
  expect(await answers(back)).toEqual(oldAnswers);
});

test("with the old embedder alone its retired space answers at once, and reindex makes it ready", async () => {
  const { before, next, old, open, states } = await filled(50);
  const oldAnswers = await answers(before);
  await open([next, old]).reindex();
  const back = open(old);
  expect(await answers(back)).toEqual(oldAnswers);
  expect(await back.reindex()).toBe(0);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "retired" });
});

test("where the old model is gone a new space is started and asked, and keywords find the rest", async () => {
  const { next, open, states, spacesOf } = await filled(20);
  const memory = open(next, { newSpace: "start" });
  const receipt = await memory.remember("a purple umbrella");
  expect([receipt.status, await spacesOf(receipt)]).toEqual(["stored", [NEW]]);
  expect(await states()).toEqual({ [OLD]: "ready", [NEW]: "building" });
  const found = await memory.recall({ query: "umbrella", mode: "semantic" });
  expect(found.map(({ content }) => content)).toEqual(["a purple umbrella"]);
  expect((await memory.recall("soup")).length).toBeGreaterThan(0);
  expect(await memory.reindex()).toBe(20);
  expect(await states()).toEqual({ [OLD]: "retired", [NEW]: "ready" });
});

test("what a process with the old embedder alone writes is found by keyword and made by the next reindex", async () => {
  const { before, next, old, open } = await filled(5);
  const memory = open([next, old]);
  await memory.reindex();
  await before.remember("a purple umbrella");
  const query = { query: "umbrella", limit: 1 } as const;
  expect((await memory.recall(query))[0]?.content).toBe("a purple umbrella");
  expect(await memory.recall({ ...query, mode: "keyword" })).toHaveLength(1);
  expect(await memory.reindex()).toBe(1);
});

test("what was known then is found by the old model while a change is under way, also in a text that is gone", async () => {
  const { open, old, next } = modelChange();
  const clock = { now: new Date("2026-03-01T00:00:00Z") };
  const before = open(old, { clock: () => clock.now });
  const record = recordOf(await before.remember("green tea in the kitchen"));
  clock.now = new Date("2026-04-01T00:00:00Z");
  await before.update(record.id, { content: "black coffee in the office" });
  const knownAt = new Date("2026-03-15T00:00:00Z");
  const query = { query: "green tea", mode: "semantic", asOf: { knownAt } } as const;
  const found = (await before.recall(query)).map(({ content, score }) => ({ content, score }));
  expect(found.map(({ content }) => content)).toEqual(["green tea in the kitchen"]);
  const during = open([next, old], { clock: () => clock.now });
  await during.remember("starts the new space");
  const again = (await during.recall(query)).map(({ content, score }) => ({ content, score }));
  expect(again).toEqual(found);
});
