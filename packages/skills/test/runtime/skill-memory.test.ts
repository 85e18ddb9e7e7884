import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { skillMemory } from "../../src/index.js";

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
