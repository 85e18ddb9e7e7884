import { createMemory, inMemoryStore } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { possibleSources, topicOf } from "../../../src/images/find/topic.js";
import { imageMemory } from "../../../src/images/view/image-memory.js";
import {
  bucketBlobs,
  picture,
  pictureDecoder,
  sameFilter,
  storeOf,
  STORES,
  testImages,
  visionModel,
  type TestImages,
} from "../support/image-test.js";

/** Tuesday. */
const NOW = new Date("2026-03-10T12:00:00Z");
const clock = (): Date => NOW;
const SEEN = [
  ["screen", "2026-03-10T09:00:00Z", "A calendar with a dentist appointment"],
  ["screen", "2026-03-09T15:00:00Z", "A spreadsheet with the budget of the garden club"],
  ["screen", "2026-03-09T16:00:00Z", "A chat with Ana about the train to Vienna"],
  ["camera", "2026-03-09T18:00:00Z", "A budget notebook on a kitchen table"],
  ["screen", "2026-03-01T10:00:00Z", "The budget of a summer house"],
  ["屏幕", "2026-03-09T11:00:00Z", "电子表格，里面是花园俱乐部的预算"],
  ["相机", "2026-03-08T11:00:00Z", "桌上的一本食谱"],
] as const;

async function filled(made: TestImages): Promise<TestImages> {
  for (const [source, at, shows] of SEEN) {
    await made.images.see({ data: picture(shows), source, at: new Date(at) });
  }
  await made.images.caption();
  return made;
}

const shownBy = async (
  { images }: TestImages,
  query: Parameters<TestImages["images"]["find"]>[0],
): Promise<readonly (string | undefined)[]> =>
  (await images.find(query)).map(({ caption }) => caption);

describe.each(STORES)("find on %s", (kind) => {
  test("finds what was seen yesterday about something", async () => {
    const made = await filled(testImages({ store: storeOf(kind), memory: ranking }));
    const [first, ...rest] = await shownBy(made, {
      query: "what did I see yesterday about the budget",
    });
    expect(first).toContain("budget");
    expect(rest).not.toContain("The budget of a summer house");
    expect(
      await shownBy(made, { query: "what did I see on the screen yesterday about the budget" }),
    ).toEqual([SEEN[1][2]]);
    expect(await shownBy(made, { query: "what did the camera show about the budget?" })).toEqual([
      SEEN[3][2],
    ]);
    expect((await shownBy(made, { query: "昨天看到的关于预算的内容" }))[0]).toBe(SEEN[5][2]);
    expect(await shownBy(made, { query: "相机里的食谱" })).toEqual([SEEN[6][2]]);
  });

  test("finds by time and source alone, the newest first", async () => {
    const made = await filled(testImages({ store: storeOf(kind) }));
    expect(await shownBy(made, { query: "what did I see yesterday?" })).toEqual(
      [SEEN[3], SEEN[2], SEEN[1], SEEN[5]].map(([, , shows]) => shows),
    );
    expect(await shownBy(made, { query: "昨天我在屏幕上看到了什么" })).toEqual([SEEN[5][2]]);
    expect(await shownBy(made, { source: "Camera" })).toEqual([SEEN[3][2]]);
    expect(await shownBy(made, { limit: 2 })).toEqual([SEEN[0][2], SEEN[3][2]]);
    const from = new Date("2026-03-08T00:00:00Z");
    const to = new Date("2026-03-09T00:00:00Z");
    expect(await shownBy(made, { from, to })).toEqual([SEEN[6][2]]);
    expect(await shownBy(made, { query: "budget", to: from })).toEqual([SEEN[4][2]]);
  });
});

/** Keywords alone, with the default threshold. */
const ranking = { embedder: [], ranking: { minScore: 0.35 } };

test("as many captions are found as asked for, although they are untrusted", async () => {
  const made = testImages();
  for (let index = 0; index < 30; index += 1) {
    await made.images.see({ data: picture(`budget sheet ${index}`), source: "screen" });
  }
  await made.images.caption();
  expect(await made.images.find({ query: "budget sheet", limit: 25 })).toHaveLength(25);
});

test("captions are found where the memory recalls nothing untrusted", async () => {
  const plugin = imageMemory({
    blobs: bucketBlobs(),
    model: visionModel(),
    decoder: pictureDecoder,
    filter: sameFilter,
    clock,
  });
  const memory = createMemory({
    store: inMemoryStore(),
    plugins: [plugin],
    untrustedShare: 0,
    clock,
  });
  await memory.images.see({ data: picture("a budget"), source: "screen" });
  await memory.images.see({ data: picture("a cat"), source: "screen" });
  await memory.images.caption();
  expect(await memory.recall("budget")).toHaveLength(0);
  const found = await memory.images.find({ query: "what did I see about the budget" });
  expect(found.map(({ caption }) => caption)).toEqual(["a budget"]);
});

test("images of other scopes are found only with their reach", async () => {
  const { images } = testImages();
  await images.scope("ana").see({ data: picture("a cat"), source: "screen" });
  expect(await images.find({})).toEqual([]);
  expect(await images.find({ reach: "below" })).toMatchObject([{ scope: ["ana"] }]);
  expect(await images.scope("ben").find({})).toEqual([]);
});

test.each([
  ["what did I see yesterday about the budget", "budget"],
  ["show me screenshots of the train to Vienna", "train Vienna"],
  ["what did I see last week", ""],
  ["3天前看到的火车票", "火车票"],
  ["昨天看到了什么", ""],
])("the topic of %j is %j", async (query, words) => {
  expect((await topicOf(query, { now: NOW, sources: [] })).words).toBe(words);
});

test("names of sources are taken out of questions in any width of letters", async () => {
  const given = { now: NOW, sources: ["camera"] };
  expect((await topicOf("㎏ on the ｃａｍｅｒａ recipe", given)).words).toBe("kg recipe");
});

test("names of sources may have several words, or be a part of Chinese text", () => {
  expect(possibleSources("what did my phone camera see")).toContain("phone camera");
  expect(possibleSources("昨天在屏幕上看到")).toContain("屏幕");
  expect(possibleSources("好".repeat(5_000)).length).toBeLessThanOrEqual(400);
});

test.each([
  { limit: 0 },
  { limit: 1_001 },
  { query: " " },
  { reach: "up" },
  { from: "yesterday" },
  { when: NOW },
])("a query that cannot be is refused: %j", async (query) => {
  const { images } = testImages();
  await expect(images.find(query as object)).rejects.toMatchObject({ code: "invalid-input" });
});
