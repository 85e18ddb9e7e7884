import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { skillMemory } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";

test("what one skill stores under its own key another finds by meaning", async () => {
  const { memory } = testMemory();
  const home = memory.scope("home");
  const navigator = skillMemory({ memory: home, skill: "navigator" });
  const narrator = skillMemory({ memory: home, skill: "narrator" });
  await navigator.memorySetWithEmbedding("nav.target", { x: 3, y: 4 }, "导航目标: 客厅沙发");
  await navigator.memorySet("battery", 0.8);
  const [found] = await narrator.memorySearch("目标在哪里", 1);
  expect(found).toMatchObject({ key: "nav.target", value: { x: 3, y: 4 } });
  expect(await narrator.memoryGet("battery")).toBe(0.8);
});

test("a skill's own corner is not searched by the others", async () => {
  const { memory } = testMemory();
  const a = skillMemory({ memory, skill: "a" });
  const b = skillMemory({ memory, skill: "b" });
  await a.state.set("draft", "green tea");
  expect(await b.memorySearch("green tea")).toEqual([]);
  expect(await b.state.get("draft")).toBeUndefined();
  expect(await a.state.get("draft")).toBe("green tea");
});

test("what is found by meaning may have a kind, fields, an importance and a time to live", async () => {
  const { memory, clock } = testMemory();
  const { memorySetWithEmbedding, memorySearch } = skillMemory({ memory, skill: "navigator" });
  const options = {
    text: "导航目标: 客厅沙发",
    kind: "goal",
    metadata: { room: "living" },
    importance: 0.9,
    ttlMs: 60_000,
  };
  await memorySetWithEmbedding("target", "sofa", options);
  await memorySetWithEmbedding("light", "on", { kind: "device" });
  const [found] = await memorySearch("目标在哪里", { filter: { room: "living" } });
  expect(found).toMatchObject({
    key: "target",
    value: "sofa",
    kind: "goal",
    content: "导航目标: 客厅沙发",
    importance: 0.9,
  });
  expect((await memorySearch("is the light on", { kinds: ["device"] }))[0]?.key).toBe("light");
  clock.now = new Date(clock.now.getTime() + 60_000);
  expect(await memory.get("target")).toBeUndefined();
});

test.each([[""], [7], [null], [{ text: 7 }], [{ index: false }], [{ top: 1 }], [{ ttlMs: 0 }]])(
  "an entry is not written with options that are wrong: %j",
  async (given) => {
    const { memory } = testMemory();
    const { memorySetWithEmbedding } = skillMemory({ memory, skill: "navigator" });
    const error = await failureOf(() => memorySetWithEmbedding("target", "sofa", given as object));
    expect(error.code).toBe("invalid-input");
    expect(await memory.get("target")).toBeUndefined();
  },
);

test("history says which skill wrote", async () => {
  const { memory } = testMemory();
  await skillMemory({ memory, skill: "journal" }).memorySet("mood", "fine");
  const [record] = (await memory.list()).items;
  expect((await memory.history(record?.id ?? ""))[0]?.actor).toBe("journal");
});

test("a search may ask for entries only, and for a least score", async () => {
  const { memory } = testMemory();
  const { memorySet, memorySearch } = skillMemory({ memory, skill: "navigator" });
  await memory.remember("The target of the year is to read more");
  await memorySet("target", "sofa");
  const found = await memorySearch("target", { kinds: ["entry"] });
  expect(found.map(({ key }) => key)).toEqual(["target"]);
  expect(await memorySearch("target", { minScore: 1 })).toEqual([]);
  expect(await memorySearch("target", 1)).toHaveLength(1);
});

test("what is no option of a search is refused, and the query stays the query", async () => {
  const { memory } = testMemory();
  const { memorySearch } = skillMemory({ memory, skill: "navigator" });
  await expect(memorySearch("target", { top: 1 } as object)).rejects.toThrow("top");
  await expect(memorySearch("target", "5" as unknown as number)).rejects.toThrow("options");
});
