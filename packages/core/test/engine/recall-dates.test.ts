import { testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { JsonValue, MemoryOptions, RememberInput } from "../../src/index.js";

// The clock stands at 1 March 2026.

function at(day: string): Date {
  return new Date(`${day}T10:00:00Z`);
}

/** The same words on the 8th of these months. */
function monthly(content: string, months: readonly string[]): readonly RememberInput[] {
  return months.map((month) => ({ content, occurredAt: at(`${month}-08`) }));
}

async function remembered(
  inputs: readonly RememberInput[],
  options: Partial<Omit<MemoryOptions, "plugins">> = {},
) {
  const { memory } = testMemory(options);
  await memory.rememberAll(inputs);
  return memory;
}

const MONTHS = ["2023-05", "2024-11", "2025-03", "2025-05", "2026-02"];

test.each([
  ["What did we do last May?", "A trip to the lake", "2025-05"],
  ["去年五月我们做了什么？", "我们去湖边旅行", "2025-05"],
  ["What happened in May 2023?", "A trip to the lake", "2023-05"],
  ["2024年11月发生了什么？", "我们去湖边旅行", "2024-11"],
  ["Where were we last month?", "A trip to the lake", "2026-02"],
])("%s prefers what happened then among equals", async (query, content, month) => {
  for (const embedder of [undefined, wordEmbedder()]) {
    const memory = await remembered(monthly(content, MONTHS), { embedder });
    const [first] = await memory.recall({ query: `${query} ${content}`, explain: true });
    expect(first?.occurredAt).toEqual(at(`${month}-08`));
    expect(first?.signals?.parts).not.toHaveProperty("dates");
  }
});

test("what is from another time loses a fifth of its relevance and stays", async () => {
  const memory = await remembered(monthly("A trip to the lake", MONTHS));
  const query = { query: "the trip to the lake last May", explain: true, limit: 5 };
  const hits = await memory.recall(query);
  expect(hits).toHaveLength(5);
  for (const { signals } of hits.slice(1)) {
    const { relevance = 0, parts } = signals ?? {};
    expect(parts).not.toHaveProperty("version");
    expect(parts?.dates).toBeCloseTo(-0.25 * relevance, 10);
  }
});

test("a much better match of another time still wins", async () => {
  const memory = await remembered([
    { content: "The cello concert with Maria in the old theatre", occurredAt: at("2024-11-08") },
    { content: "Bread and milk", occurredAt: at("2025-05-08") },
  ]);
  const [first] = await memory.recall("Which cello concert was with Maria last May?");
  expect(first?.content).toContain("cello");
});

test("a question without a date has no such part", async () => {
  const memory = await remembered(monthly("A trip to the lake", MONTHS));
  for (const { signals } of await memory.recall({ query: "trip to the lake", explain: true })) {
    expect(signals?.parts).not.toHaveProperty("dates");
  }
});

test("a dateWeight of 0 switches the preference off", async () => {
  const inputs = monthly("A trip to the lake", MONTHS);
  const memory = await remembered(inputs, { ranking: { dateWeight: 0 } });
  const hits = await memory.recall({ query: "trip to the lake 去年五月", explain: true });
  expect(hits).toHaveLength(5);
  for (const { signals } of hits) expect(signals?.parts).not.toHaveProperty("dates");
  const scores = hits.map(({ signals }) => signals?.keyword);
  expect(new Set(scores).size).toBe(1);
});

test("a dateWeight of 1 leaves nothing of other times", async () => {
  const inputs = monthly("A trip to the lake", MONTHS);
  const memory = await remembered(inputs, { ranking: { dateWeight: 1 } });
  const hits = await memory.recall("trip to the lake last May");
  expect(hits.map(({ occurredAt }) => occurredAt)).toEqual([at("2025-05-08")]);
});

test("what has no date of its own counts as of when it was written", async () => {
  const { memory, clock } = testMemory();
  for (const month of ["2025-05", "2025-11"]) {
    clock.now = at(`${month}-08`);
    await memory.remember({ content: "A trip to the lake", metadata: { month }, dedupe: "off" });
  }
  clock.now = at("2026-03-01");
  const [first] = await memory.recall("trip to the lake last May");
  expect(first?.metadata["month"]).toBe("2025-05");
});

const YESTERDAY: readonly RememberInput[] = [
  { content: "Yesterday I met Carla", occurredAt: at("2023-05-08") },
  { content: "Yesterday I met Dora", occurredAt: at("2023-08-19") },
  { content: "昨天我遇到了安娜", occurredAt: at("2023-05-08") },
];

test.each(["7 May 2023", "2023-05-07", "2023年5月7日"])(
  "what was said of the day before is found by keyword as %s",
  async (day) => {
    const memory = await remembered(YESTERDAY, { embedder: undefined });
    const hits = await memory.recall(day);
    expect(
      hits
        .slice(0, 2)
        .map(({ content }) => content)
        .toSorted(),
    ).toEqual(["Yesterday I met Carla", "昨天我遇到了安娜"]);
  },
);

test("without a date of its own a text names no days", async () => {
  const { memory } = testMemory({ embedder: undefined });
  await memory.remember("Yesterday I met Carla");
  expect(await memory.recall("28 February 2026")).toEqual([]);
});

async function found(memory: ReturnType<typeof testMemory>["memory"], query: string) {
  return (await memory.recall({ query, mode: "keyword" })).length;
}

async function one(input: RememberInput) {
  const { memory } = testMemory();
  const receipt = await memory.remember(input);
  if (!("record" in receipt)) throw new Error("rejected");
  return { memory, id: receipt.record.id };
}

test("an update of when it happened is found by the new day and not by the old one", async () => {
  const { memory, id } = await one({ content: "Yesterday rain", occurredAt: at("2023-05-08") });
  expect(await found(memory, "2023-05-07")).toBe(1);
  await memory.update(id, { occurredAt: at("2021-08-31") });
  expect(await found(memory, "2023-05-07")).toBe(0);
  expect(await found(memory, "August")).toBe(1);
  expect(await found(memory, "September")).toBe(0);
  await memory.update(id, { content: "Tomorrow rain" });
  expect(await found(memory, "September")).toBe(1);
});

test("who said it and what its picture shows are found by keyword, and follow updates", async () => {
  const { memory, id } = await one({
    content: "Look at this",
    speaker: "Beatrix",
    metadata: { caption: "a walnut tree", other: "zebra" },
  });
  for (const query of ["Beatrix", "walnut"]) expect(await found(memory, query)).toBe(1);
  expect(await found(memory, "zebra")).toBe(0);
  await memory.update(id, { speaker: "Cordula", metadata: { caption: null } });
  expect(await found(memory, "Beatrix")).toBe(0);
  expect(await found(memory, "walnut")).toBe(0);
  expect(await found(memory, "Cordula")).toBe(1);
  await memory.update(id, { metadata: { other: "lion" } });
  expect(await found(memory, "Cordula")).toBe(1);
});

test.each<JsonValue>([7, null, true, ["Beatrix"], { name: "Beatrix" }])(
  "a caption %j is no text and found by nothing",
  async (caption) => {
    const { memory, id } = await one({ content: "green tea", metadata: { caption } });
    for (const query of ["Beatrix", "7", "true", "name"])
      expect(await found(memory, query)).toBe(0);
    await memory.update(id, { metadata: { caption: ["x"] } });
    expect(await found(memory, "tea")).toBe(1);
  },
);

test("a memory that names the time asked for is not taken for one of another time", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const occurredAt = new Date("2025-05-08T09:00:00Z");
  await memory.rememberAll([
    { content: "I signed the lease yesterday", occurredAt },
    { content: "I signed the lease for the garage", occurredAt },
  ]);
  const hits = await memory.recall({ query: "Which lease on 7 May 2025?", explain: true });
  const losses = hits.map(({ content, signals }) => [
    content.includes("yesterday"),
    (signals?.parts?.dates ?? 0) < 0,
  ]);
  expect(losses).toEqual([
    [true, false],
    [false, true],
  ]);
});
