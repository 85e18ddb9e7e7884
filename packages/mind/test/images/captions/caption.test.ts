import { describe, expect, test } from "vitest";

import { askCaptions } from "../../../src/images/captions/ask-captions.js";
import {
  answerOf,
  bucketBlobs,
  picture,
  shownBy,
  storeOf,
  STORES,
  testImages,
  visionModel,
  type TestImages,
} from "../support/image-test.js";

/** Sees pictures, a minute apart. */
async function seeAll(
  { images, timers }: Pick<TestImages, "images" | "timers">,
  shown: readonly string[],
): Promise<void> {
  for (const shows of shown) {
    await images.see({ data: picture(shows), source: "screen" });
    timers.advance(60_000);
  }
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `window number ${index}`);

describe.each(STORES)("captions on %s", (kind) => {
  test("images are captioned by twenty, in the order of time", async () => {
    const made = testImages({ store: storeOf(kind) });
    const { images, model, timers } = made;
    await seeAll(made, numbered(44));
    const at = new Date("2020-01-01T00:00:00Z");
    await images.see({ data: picture("an old photo"), source: "camera", at });
    const told: number[] = [];
    const report = await images.caption({ onProgress: (done) => told.push(done) });
    expect(report).toEqual({ captioned: 45, waiting: 0, failed: 0, tokens: 45 });
    expect(told).toEqual([20, 40, 45]);
    const shown = model.requests.map(({ images: given = [] }) =>
      given.map(({ data }) => shownBy(data)),
    );
    expect(shown.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(shown.flat()).toEqual(["an old photo", ...numbered(44)]);
    expect(model.requests[0]?.prompt.split("\n").slice(0, 2)).toEqual([
      'Image 1: seen at 2020-01-01T00:00:00.000Z, source "camera"',
      'Image 2: seen at 2026-03-10T12:00:00.000Z, source "screen"',
    ]);
    const found = await images.find({ limit: 100 });
    expect(found.map(({ caption }) => caption).toReversed()).toEqual(shown.flat());
    expect(await images.stats()).toEqual({ captioned: 45, waiting: 0 });
    expect(timers.waiting).toBe(0);
  });

  test("a caption is untrusted, however much its waiting image was trusted", async () => {
    const { memory, images } = testImages({ store: storeOf(kind) });
    const { record } = await images.see({ data: picture("a bill"), source: "screen" });
    await memory.update(record.id, { trust: 1 });
    await images.caption();
    expect(await memory.read(record.id)).toMatchObject({ content: "a bill", trust: 0.5 });
  });

  test("a caption is untrusted, and the record keeps where it belongs", async () => {
    const { memory, images } = testImages({ store: storeOf(kind) });
    const said = await memory.remember({ content: "look at this", kind: "message", trust: 0.4 });
    if (said.status === "rejected") throw new Error("rejected");
    const sources = [said.record.id];
    const image = { data: picture("a cat"), source: "chat", thread: "talk", sources };
    const { record } = await images.see(image);
    await images.caption();
    const after = await memory.read(record.id);
    expect(after).toMatchObject({
      content: "a cat",
      version: 2,
      origin: "tool",
      trust: 0.4,
      thread: "talk",
      sources,
      occurredAt: record.occurredAt,
      metadata: { state: "captioned", captionedBy: "vision" },
    });
    const [found] = await memory.recall("a cat");
    expect(found?.id).toBe(record.id);
  });

  test("two processes caption nothing twice", async () => {
    const store = storeOf(kind);
    const blobs = bucketBlobs();
    const one = testImages({ store, blobs });
    await seeAll(one, numbered(30));
    const other = testImages({ store, blobs, timers: one.timers });
    const reports = await Promise.all([one.images.caption(), other.images.caption()]);
    expect(new Set(reports.map(({ captioned }) => captioned))).toEqual(new Set([0, 30]));
    expect(one.model.requests.length + other.model.requests.length).toBe(2);
  });
});

test("batches that are not full wait, if asked so", async () => {
  const made = testImages();
  await seeAll(made, numbered(25));
  expect(await made.images.caption({ partial: false })).toMatchObject({
    captioned: 20,
    waiting: 5,
  });
});

test.each([
  ["nothing", ""],
  ["prose", "I see a cat and a dog."],
  ["another object", '{"images": []}'],
  ["a cut answer", '{"captions": [{"image": 1, "text": "a c'],
  [
    "the same words again and again",
    JSON.stringify({ captions: [{ image: 1, text: "ha ".repeat(99) }] }),
  ],
])("an answer of %s captions nothing, and nothing is lost", async (_, answer) => {
  const made = testImages();
  const { images, model } = made;
  await seeAll(made, ["a", "b"]);
  model.answers.push(answer);
  expect(await images.caption()).toMatchObject({ captioned: 0, waiting: 2, failed: 1 });
  expect(await images.stats()).toEqual({
    captioned: 0,
    waiting: 2,
    failure: "2 of 2 images got no caption",
  });
  expect(await images.caption()).toMatchObject({ captioned: 2, waiting: 0 });
  expect(await images.stats()).toEqual({ captioned: 2, waiting: 0 });
});

async function captionsOf(text: string, count: number): Promise<ReadonlyMap<number, string>> {
  const image = { source: "screen", at: new Date(0), mediaType: "image/png" };
  const asked = Array.from({ length: count }, () => ({ ...image, data: new Uint8Array(1) }));
  const limit = { schedule: () => () => undefined, timeoutMs: 1_000 };
  const model = visionModel(() => text);
  return (await askCaptions(model, asked, limit)).captions;
}

test("missing, doubled and unknown numbers fail alone and never move another caption", async () => {
  const answer = JSON.stringify({
    captions: [
      { image: 3, text: "third" },
      { image: 2, text: "one second" },
      { image: 2, text: "another second" },
      { image: 9, text: "ninth" },
      { image: 0, text: "none" },
      { image: "4", text: "a text" },
      { image: 5, text: "  " },
      { image: 6, text: 7 },
      null,
    ],
  });
  expect([...(await captionsOf(answer, 6))]).toEqual([[2, "third"]]);
  expect([
    ...(await captionsOf('```json\n{"captions":[{"image":1,"text":"猫"}]}\n```', 1)),
  ]).toEqual([[0, "猫"]]);
  const long = JSON.stringify({
    captions: [{ image: 1, text: `a long word ${"x".repeat(9_000)}` }],
  });
  expect((await captionsOf(long, 1)).get(0)?.length).toBeLessThanOrEqual(2_000);
});

test("an outage of the model loses nothing, and ends a run early", async () => {
  const made = testImages();
  const { images, model } = made;
  await seeAll(made, numbered(90));
  model.answers.push(new TypeError("secret text"), new TypeError("secret text"));
  expect(await images.caption()).toMatchObject({ captioned: 0, waiting: 90, failed: 2 });
  expect(model.requests).toHaveLength(2);
  const stats = await images.stats();
  expect(stats.failure).toBe("model failed: TypeError");
  expect(await images.caption()).toMatchObject({ captioned: 90, waiting: 0 });
});

test("an image that no model takes is asked about alone in the end, and holds up no other", async () => {
  const model = visionModel((request) => {
    const isBad = request.images?.some(({ data }) => shownBy(data) === "poison");
    if (isBad === true) throw new Error("image is not allowed");
    return answerOf(request);
  });
  const made = testImages({ model });
  const { images } = made;
  await seeAll(made, [...numbered(10), "poison", ...numbered(20).slice(10)]);
  for (let run = 0; run < 8; run += 1) {
    await seeAll(made, [`later ${run}`]);
    await images.caption();
  }
  expect(await images.stats()).toMatchObject({ captioned: 29, waiting: 0 });
  const poison = (await images.find({ limit: 100 })).filter(({ caption }) =>
    caption?.includes("could not be described"),
  );
  expect(poison).toHaveLength(1);
});

test("a model that fails for days gives no image up", async () => {
  const model = visionModel(() => {
    throw new Error("down");
  });
  const made = testImages({ model });
  await seeAll(made, numbered(3));
  for (let run = 0; run < 20; run += 1) await made.images.caption();
  expect(await made.images.stats()).toMatchObject({ captioned: 0, waiting: 3 });
});

test("an image that is erased while the model looks at it gets no caption", async () => {
  const made = testImages();
  const { memory, images, model } = made;
  await seeAll(made, ["a", "b", "c"]);
  const [, second] = await images.find({});
  const generate = model.generate.bind(model);
  Object.assign(model, {
    generate: async (...call: Parameters<typeof generate>) => {
      await memory.erase(second?.id ?? "");
      return generate(...call);
    },
  });
  expect(await images.caption()).toMatchObject({ captioned: 2, waiting: 0 });
  expect((await images.find({})).map(({ caption }) => caption)).toEqual(["c", "a"]);
});

test("a record whose file never came is dropped after ten minutes, a damaged one gets no caption", async () => {
  const made = testImages();
  const { images, blobs, timers } = made;
  await seeAll(made, ["lost", "damaged"]);
  const [damaged, lost] = await images.find({});
  blobs.objects.delete(lost?.sha256 ?? "");
  blobs.objects.set(damaged?.sha256 ?? "", picture("other"));
  await images.caption();
  expect(await images.stats()).toMatchObject({ captioned: 1, waiting: 1 });
  timers.advance(600_000);
  await images.caption();
  expect(await images.stats()).toEqual({ captioned: 1, waiting: 0 });
});

test("an abort ends a run with its reason, and the lease is given back", async () => {
  const made = testImages();
  const { images, model } = made;
  await seeAll(made, ["a"]);
  const abort = new AbortController();
  const generate = model.generate.bind(model);
  Object.assign(model, {
    generate: async (...call: Parameters<typeof generate>) => {
      if (!abort.signal.aborted) abort.abort(new Error("stopped"));
      return generate(...call);
    },
  });
  await expect(images.caption({ signal: abort.signal })).rejects.toThrow("stopped");
  expect(await images.caption()).toMatchObject({ captioned: 1 });
});

test("a model that never answers is given up after its time", async () => {
  const made = testImages({ timeoutMs: 1_000 });
  const { images, model, timers } = made;
  await seeAll(made, ["a"]);
  Object.assign(model, {
    generate: () => {
      queueMicrotask(() => timers.advance(1_001));
      return new Promise(() => undefined);
    },
  });
  expect(await images.caption()).toMatchObject({ captioned: 0, waiting: 1, failed: 1 });
  expect((await images.stats()).failure).toBe("model failed: TimeoutError");
});

test("images without a caption are found by time", async () => {
  const { images } = testImages();
  await images.see({ data: picture("a"), source: "screen" });
  expect(await images.find({ query: "what did I see today" })).toHaveLength(1);
});
