import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

test("an entry whose next version supersedes it goes on under its key", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("tone", "formal");
  const next = { content: "casual", key: "tone" };
  await memory.remember({ ...next, supersedes: [id] });
  await memory.rememberAll([
    { ...next, supersedes: [id] },
    { ...next, content: "warm", supersedes: [id] },
  ]);
  expect(await memory.read(id)).toMatchObject({ content: "warm", version: 4 });
  expect((await memory.read(id))?.validTo).toBeUndefined();
});

test("an entry that one part of a batch supersedes can be written by the next", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("tone", "formal");
  await memory.rememberAll([
    { content: "Ann likes it casual", supersedes: [id] },
    { content: "casual", key: "tone" },
  ]);
  expect(await memory.get("tone")).toBe("casual");
  expect(await memory.read(id)).toMatchObject({ content: "casual", version: 3 });
});

test("an entry with a life of less than a millisecond is there for the rest of its batch", async () => {
  const { memory } = testMemory();
  const [first, second] = await memory.rememberAll([
    { content: "formal", key: "tone", ttlMs: 0.5 },
    { content: "casual", key: "tone" },
  ]);
  expect(first).toMatchObject({ status: "stored" });
  expect(second).toMatchObject({ record: { content: "casual", version: 2 } });
});
