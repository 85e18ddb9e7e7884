import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin, type MemoryPlugin, type RememberInput } from "../../src/index.js";

/** Vetoes texts that hold a secret, and counts how often a call was over. */
function keeper(settled: string[] = []): MemoryPlugin {
  return definePlugin({
    id: "keeper",
    hooks: {
      beforeRemember: ({ content }) =>
        content.includes("secret") ? { veto: "no secrets" } : undefined,
      settled: ({ operation }) => void settled.push(operation),
    },
  });
}

const FROM_WEB: RememberInput = { content: "Oslo", key: "home", origin: "web" };

test("a veto of one input keeps the whole batch from being written, if the call asks for that", async () => {
  const settled: string[] = [];
  const { memory } = testMemory({ plugins: [keeper(settled)] });
  const known = await memory.remember("tea");
  const batch = ["one", "tea", { content: "a secret", key: "k" }, "two"];
  const error = await rejection(() => memory.rememberAll(batch, { rejections: "throw" }));
  expect([error.code, error.message]).toEqual([
    "rejected-by-plugin",
    "plugin keeper rejected rememberAll: no secrets",
  ]);
  expect((await memory.list()).items).toEqual([known.status === "stored" && known.record]);
  expect(settled).toEqual(["remember", "rememberAll"]);
});

test("so does an input that may not replace what is trusted, wherever it stands", async () => {
  const { memory } = testMemory();
  const home = await memory.set("home", "Rome");
  const events: unknown[] = [];
  memory.on("remembered", (event) => void events.push(event));
  for (const batch of [
    [FROM_WEB, "one"],
    ["one", FROM_WEB],
    ["one", { content: "Oslo", supersedes: [home.id], origin: "tool" as const }],
  ]) {
    const error = await rejection(() => memory.rememberAll(batch, { rejections: "throw" }));
    expect(error.code).toBe("untrusted");
    expect(error.message).toMatch(
      /^nothing was written: untrusted record of origin (?:web|tool) /u,
    );
    expect(error.message).not.toMatch(/Oslo|Rome/u);
  }
  expect((await memory.list({ includeRetired: true })).items).toEqual([home]);
  expect(events).toEqual([]);
});

test("without it, or with receipts, the other inputs are written", async () => {
  const { memory } = testMemory({ plugins: [keeper()] });
  await memory.set("home", "Rome");
  const batch = ["one", FROM_WEB, "a secret"];
  for (const options of [{}, { rejections: "receipt" as const }, { rejections: undefined }]) {
    const [first, ...others] = await memory.rememberAll(batch, options);
    expect(first?.status).toMatch(/stored|duplicate/u);
    expect(others).toMatchObject([{ by: "trust" }, { by: "keeper", reason: "no secrets" }]);
  }
});

test("a batch without rejections has its receipts, those of duplicates too", async () => {
  const { memory } = testMemory({ plugins: [keeper()] });
  await memory.remember("tea");
  const receipts = await memory.rememberAll(["tea", "one", "one"], { rejections: "throw" });
  expect(receipts.map(({ status }) => status)).toEqual(["duplicate", "stored", "duplicate"]);
});

test.each(["ignore", null, true])("%o is refused by name", async (rejections) => {
  const { memory } = testMemory();
  const options = { rejections: rejections as "throw" };
  const error = await rejection(() => memory.rememberAll(["x"], options));
  expect(error.message).toMatch(/^options.rejections must be one of receipt, throw, got /u);
});
