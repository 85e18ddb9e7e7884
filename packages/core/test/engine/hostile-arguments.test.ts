import { rejection, testMemory } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { MemoryError } from "../../src/index.js";
import type { Memory } from "../../src/index.js";

const SECRET = new Error("the getter's own words");

function refuse(): never {
  throw SECRET;
}

/** Passes what types would not let through. */
function as(value: unknown): never {
  return value as never;
}

const holes: string[] = [];
holes[2] = "x";

const WRONG: readonly (readonly [string, (memory: Memory) => unknown])[] = [
  ["sources with holes", (memory) => memory.remember({ content: "x", sources: holes })],
  ["a JSON list with holes", (memory) => memory.remember({ content: "x", value: holes })],
  ["$in with holes", (memory) => memory.list({ filter: { a: { $in: holes } } })],
  ["$and with holes", (memory) => memory.list({ filter: { $and: as(holes) } })],
  [
    "a proxy of a Date",
    (memory) => memory.remember({ content: "x", occurredAt: new Proxy(new Date(), {}) }),
  ],
  [
    "what inherits from Date",
    (memory) => memory.list({ filter: { a: as(Object.create(Date.prototype)) } }),
  ],
  [
    "a scope element that only looks like a Date",
    (memory) => memory.scope(as(Object.create(Date.prototype))),
  ],
  ["no key", (memory) => memory.get(as(undefined))],
  ["a key without a schema", (memory) => memory.set(as(new Error("x")), 1)],
  ["no options of context", (memory) => memory.context("x", as(null))],
  [
    "a signal of on that is none",
    (memory) => memory.on("used", () => undefined, { signal: as({}) }),
  ],
];

test.each(WRONG)("%s is invalid input, and not an error of the engine", async (_name, call) => {
  const { memory } = testMemory();
  const error = await rejection(async () => call(memory));
  expect(error.code).toBe("invalid-input");
  expect(error.cause).toBeUndefined();
});

describe("an error that the caller's own values throw", () => {
  const THROWING: readonly (readonly [string, (memory: Memory) => unknown])[] = [
    [
      "a getter of an input",
      (memory) =>
        memory.remember(
          as({
            get content() {
              return refuse();
            },
          }),
        ),
    ],
    [
      "a getter of options",
      (memory) =>
        memory.recall("x", {
          get signal() {
            return refuse();
          },
        }),
    ],
    ["a proxy of options", (memory) => memory.list({}, new Proxy({}, { ownKeys: refuse }))],
    ["a callback", (memory) => memory.context("x", { countTokens: refuse })],
    [
      "an element of a scope",
      (memory) => memory.scope(as(new Proxy({}, { getPrototypeOf: refuse }))),
    ],
    [
      "options of on",
      (memory) => memory.on("used", () => undefined, new Proxy({}, { ownKeys: refuse })),
    ],
  ];

  test.each(THROWING)("comes as the cause of a MemoryError: %s", async (_name, call) => {
    const { memory } = testMemory();
    const error = await rejection(async () => call(memory));
    expect(error.code).toBe("invalid-input");
    expect(error.cause).toBe(SECRET);
    expect(error.message).not.toContain("own words");
  });
});

test("the reason of a signal is passed on as it is, whatever it is", async () => {
  const { memory } = testMemory();
  for (const reason of [SECRET, "a text", { code: 7 }]) {
    const call = memory.recall("x", { signal: AbortSignal.abort(reason) });
    const error: unknown = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBe(reason);
    expect(MemoryError.is(error)).toBe(false);
  }
});

test("null is no version to demand and no limit: a caller that has lost it is told", async () => {
  const { memory } = testMemory();
  const { id } = await memory.set("k", 1);
  const ifVersion = null as never;
  for (const call of [
    () => memory.set("k", 2, { ifVersion }),
    () => memory.update(id, { value: 2 }, { ifVersion }),
    () => memory.forget({ key: "k" }, { ifVersion }),
    () => memory.history(id, { limit: null as never }),
  ]) {
    expect(await rejection(call)).toMatchObject({ code: "invalid-input" });
  }
  expect(await memory.get("k")).toBe(1);
});
