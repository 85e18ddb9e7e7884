import { createMemory, inMemoryStore } from "@kioku/core";
import { expect, it } from "vitest";

import type { CliError } from "../../src/command/cli-error.js";
import { shortId } from "../../src/show/short-id.js";
import { findMemory, viewOf } from "../../src/wire/find-memory.js";

const AT = new Date("2026-11-26T12:00:00Z");

async function seeded() {
  const memory = createMemory({ store: inMemoryStore(), clock: () => AT });
  const receipts = await memory.rememberAll([{ content: "One", key: "one" }, "Two", "Three"]);
  const below = await memory.scope("acme", "ana").remember("Four");
  const ids = [...receipts, below].map((one) => ("record" in one ? one.record.id : ""));
  return { memory, ids };
}

it("finds memories by id, short form and key, though they were written together", async () => {
  const { memory, ids } = await seeded();
  const [, two = ""] = ids;
  for (const name of [two, two.slice(0, -1), shortId(two)]) {
    expect((await findMemory(memory, name)).content).toBe("Two");
  }
  expect((await findMemory(memory, "=one")).content).toBe("One");
});

it("says which memories a beginning may mean", async () => {
  const { memory, ids } = await seeded();
  const error: unknown = await findMemory(memory, (ids[0] ?? "").slice(0, 8)).catch(
    (one: unknown) => one,
  );
  expect(error).toMatchObject({ exitCode: 2 });
  expect((error as CliError).hint).toMatch(/"One".*"Two".*"Three"/u);
});

it.each(["01", "0000", "=nope", "0000..1111", "%_"])("finds nothing for %s", async (name) => {
  const { memory } = await seeded();
  await expect(findMemory(memory, name)).rejects.toMatchObject({
    exitCode: name.length < 4 ? 2 : 3,
  });
});

it("looks below a scope only when it is told to", async () => {
  const { memory, ids } = await seeded();
  const [, , , four = ""] = ids;
  await expect(findMemory(memory, four)).rejects.toMatchObject({ exitCode: 3 });
  const found = await findMemory(memory, four, { reach: "below" });
  expect(found.scope).toEqual(["acme", "ana"]);
  await memory.scope("acme").remember({ content: "One below", key: "one" });
  expect((await findMemory(memory, "=one", { reach: "below" })).content).toBe("One");
  expect(await viewOf(memory.scope("acme"), found.scope).read(four)).toMatchObject({ id: four });
});
