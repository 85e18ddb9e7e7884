import { inMemoryStore } from "@kioku/core";
import { test, expect } from "vitest";

import { bucketBlobs, picture, testImages, type TestImages } from "../support/image-test.js";

async function seeAll({ images }: TestImages, from: number, count: number): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    await images.see({ data: picture(`window ${index}`), source: "screen" });
  }
}

/** Lets work that was started come to its end. */
async function settle(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (await isDone()) return;
    await new Promise(setImmediate);
  }
  throw new Error("nothing more happens");
}

const captioned = async ({ images }: TestImages): Promise<number> =>
  (await images.stats()).captioned;

test("full batches are captioned by themselves, the rest after a while without an image", async () => {
  const made = testImages({ automatic: true, idleMs: 1_000 });
  await seeAll(made, 0, 25);
  expect(made.model.requests).toHaveLength(0);
  made.timers.advance(0);
  await settle(async () => (await captioned(made)) === 20);
  expect(made.model.requests).toHaveLength(1);
  await settle(() => made.timers.waiting > 0);
  made.timers.advance(999);
  await settle(() => true);
  made.timers.advance(2);
  await settle(async () => (await captioned(made)) === 25);
});

test("after a failure it waits before it tries again", async () => {
  const made = testImages({ automatic: true, batchSize: 2 });
  made.model.answers.push(new Error("down"));
  await seeAll(made, 0, 2);
  made.timers.advance(0);
  await settle(() => made.model.requests.length === 1 && made.timers.waiting > 0);
  await seeAll(made, 2, 4);
  made.timers.advance(59_000);
  await settle(() => true);
  expect(made.model.requests).toHaveLength(1);
  made.timers.advance(2_000);
  await settle(async () => (await captioned(made)) === 6);
});

test("images of a process that ended are captioned when something is seen again", async () => {
  const store = inMemoryStore();
  const blobs = bucketBlobs();
  await seeAll(testImages({ store, blobs, batchSize: 4 }), 0, 4);
  const made = testImages({ store, blobs, batchSize: 4, automatic: true });
  await seeAll(made, 4, 1);
  made.timers.advance(0);
  await settle(async () => (await captioned(made)) === 4);
  expect(made.model.requests).toHaveLength(1);
});

test("closing the memory ends what waits, and a run in progress", async () => {
  const made = testImages({ automatic: true, batchSize: 2 });
  let asked = false;
  Object.assign(made.model, {
    generate: () => {
      asked = true;
      return new Promise(() => undefined);
    },
  });
  await seeAll(made, 0, 2);
  made.timers.advance(0);
  await settle(() => asked);
  await made.memory.close();
  expect(made.timers.waiting).toBe(0);
});
