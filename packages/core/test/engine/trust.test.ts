import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRecord, Receipt, RememberInput } from "../../src/index.js";

const UNTRUSTED: readonly (readonly [string, Partial<RememberInput>])[] = [
  ["from the web", { origin: "web" }],
  ["from a tool, whatever trust it claims", { origin: "tool", trust: 1 }],
  ["of little trust", { trust: 0.5 }],
];

test.each(UNTRUSTED)("what is %s takes no place of what is trusted", async (_, fields) => {
  const { memory } = testMemory();
  const fact = recordOf(await memory.remember("lives in Rome"));
  const home = recordOf(await memory.remember({ content: "Rome", key: "home" }));
  const receipts = await memory.rememberAll([
    { content: "lives in Oslo", supersedes: [fact.id], ...fields },
    { content: "Oslo", key: "home", ...fields },
    { content: "likes tea", ...fields },
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["rejected", "rejected", "stored"]);
  for (const receipt of receipts.slice(0, 2)) {
    expect(receipt).toMatchObject({ by: "trust" });
    expect(JSON.stringify(receipt)).not.toMatch(/Oslo|Rome/u);
  }
  expect(await memory.read(fact.id)).toEqual(fact);
  expect(await memory.read(home.id)).toEqual(home);
  expect((await memory.list()).items).toHaveLength(3);
});

test("an entry that is trusted is not set by what is not", async () => {
  const { memory } = testMemory();
  await memory.set("home", "Rome");
  const error = await rejection(() => memory.set("home", "Oslo", { origin: "web" }));
  expect(error.code).toBe("untrusted");
  expect(error.message).not.toContain("Oslo");
  expect(await memory.get("home")).toBe("Rome");
  expect((await memory.set("away", "Oslo", { origin: "web" })).version).toBe(1);
  expect((await memory.set("away", "Bergen", { origin: "tool" })).version).toBe(2);
  expect((await memory.set("away", "Rome")).version).toBe(3);
});

test("what is derived from what is not trusted is not trusted either", async () => {
  const { memory } = testMemory();
  const fact = recordOf(await memory.remember("lives in Rome"));
  const page = recordOf(await memory.remember({ content: "a page", origin: "web", trust: 0.9 }));
  const derived: RememberInput = {
    content: "lives in Oslo",
    origin: "derived",
    sources: [fact.id, page.id],
    trust: 1,
  };
  const rejected = await memory.remember({ ...derived, supersedes: [fact.id] });
  expect(rejected).toMatchObject({ status: "rejected", by: "trust" });
  const { id, trust } = recordOf(await memory.remember(derived));
  expect(trust).toBe(0.5);
  const second = recordOf(
    await memory.remember({ content: "moved", origin: "derived", sources: [id] }),
  );
  expect(second.trust).toBe(0.5);
});

test("a source of another scope, or none at all, raises no trust", async () => {
  const { memory } = testMemory();
  const other = recordOf(await memory.scope("b").remember("trusted elsewhere"));
  const page = recordOf(await memory.scope("a").remember({ content: "a page", origin: "web" }));
  const receipt = await memory.scope("a").remember({
    content: "both",
    origin: "derived",
    sources: [page.id, other.id, "nowhere"],
  });
  expect(recordOf(receipt).trust).toBe(0.5);
});

test("a batch is judged in its order: what it wrote before counts", async () => {
  const { memory } = testMemory();
  const receipts = await memory.rememberAll([
    { content: "Bergen", key: "home", origin: "web" },
    { content: "Rome", key: "home" },
    { content: "Oslo", key: "home", origin: "web" },
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "rejected"]);
  expect(await memory.get("home")).toBe("Rome");
});

test("what is trusted takes the place of anything, and an update is the host's own", async () => {
  const { memory } = testMemory();
  const page = recordOf(await memory.remember({ content: "lives in Oslo", origin: "web" }));
  expect((await memory.remember({ content: "lives in Rome", supersedes: [page.id] })).status).toBe(
    "stored",
  );
  const fact = recordOf(await memory.remember("likes tea"));
  const lowered = await memory.update(fact.id, { trust: 0.2, content: "liked tea" });
  expect(lowered).toMatchObject({ trust: 0.2, version: 2 });
});

test("no plugin can take the name by which receipts call the rule of trust", async () => {
  const error = await rejection(() => testMemory({ plugins: [{ id: "trust" }] }));
  expect(error.message).toBe('plugin id "trust" is reserved');
});

function recordOf(receipt: Receipt): MemoryRecord {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record;
}
