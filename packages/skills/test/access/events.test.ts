import type { MemoryEvents } from "@kioku/core";
import { expect, test } from "vitest";

import { seenWith } from "./rules.js";
import { openMemory } from "./stores.js";

const BELOW = { read: [{ path: [], reach: "below" }] } as const;
const HERE = { read: [{ path: [] }] } as const;

test("what is written in corners of others is not heard of, and what is in one's own is", async () => {
  const memory = openMemory();
  const seen = seenWith(memory, BELOW);
  const heard: string[] = [];
  seen.on("remembered", ({ record }) => heard.push(record.content), { reach: "below" });
  seen.on("forgotten", ({ ids }) => heard.push(`${ids.length} gone`), { reach: "below" });
  await memory.scope("skills", "other").remember("secret");
  await memory.scope("skills", "other").forget({ everything: true });
  await memory.scope("skills").remember("a note of the runtime");
  await memory.scope("skills", "nav").remember("mine");
  await memory.scope("a").remember("for all");
  await memory.scope("a").forget({ everything: true });
  expect(heard).toEqual(["mine", "for all", "1 gone"]);
});

test.each([
  ["with a grant for all below", BELOW],
  ["with a grant for here", HERE],
])("an answer that reached below is heard without what is from others, %s", async (_, granted) => {
  const memory = openMemory();
  await memory.scope("skills", "other").remember("word, secret");
  await memory.remember("word for all");
  const seen = seenWith(memory, granted);
  const heard: (MemoryEvents["recalled"] | MemoryEvents["surfaced"])[] = [];
  seen.on("recalled", (event) => heard.push(event));
  seen.on("surfaced", (event) => heard.push(event));
  await memory.recall({ query: "word", reach: "below" });
  await memory.surface({ reach: "below" });
  expect(heard.map(({ results }) => results.map(({ content }) => content))).toEqual([
    ["word for all"],
    ["word for all"],
  ]);
});

test("an erasure that went beyond is not heard of", async () => {
  const memory = openMemory();
  const seen = seenWith(memory, BELOW);
  const heard: MemoryEvents["erased"][] = [];
  seen.on("erased", (event) => heard.push(event), { reach: "below" });
  await memory.scope("skills", "other").remember("secret");
  await memory.remember("for all");
  await memory.erase({ everything: true }, { reach: "below" });
  await memory.remember("for all, again");
  await memory.erase({ everything: true });
  expect(heard.map(({ report }) => report.records.length)).toEqual([1]);
});

function failLater(): unknown {
  return Promise.reject(new Error("in a handler"));
}

test("a handler that rejects later is told of, and is no unhandled rejection", async () => {
  const memory = openMemory();
  const failed: string[] = [];
  const seen = seenWith(memory, HERE, { onHandlerFailure: (event) => failed.push(event) });
  seen.on("remembered", failLater);
  await memory.remember("one");
  await memory.remember("two");
  expect(failed).toEqual(["remembered", "remembered"]);
});

test("what others' calls counted is not heard of with any grant", () => {
  const seen = seenWith(openMemory(), BELOW);
  expect(() => seen.on("operation", () => undefined)).toThrow(
    expect.objectContaining({ code: "not-permitted" }),
  );
});
