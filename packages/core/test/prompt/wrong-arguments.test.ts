import { testMemory } from "@kioku/testing/support";
import { recallSettings } from "@kioku/tools";
import { expect, test } from "vitest";

import { buildContext, fence, MemoryError } from "../../src/index.js";
import {
  escapeAttribute,
  escapeText,
  visibleText,
  checkPromptOptions,
  resolveCitations,
  writeNotes,
} from "../../src/toolkit/index.js";

test("what are no memories is refused by name, a promise of them with what to do", async () => {
  const { memory: store } = testMemory();
  await store.remember("A");
  const [memory] = await store.recall("A");
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [
      Promise.resolve([memory]),
      /^memories must be a list of memories, .* await it, got an object$/u,
    ],
    [undefined, /^memories must be a list/u],
    ["A", /^memories must be a list/u],
    [{ items: [memory] }, /^memories must be a list/u],
    [[memory, "A"], /^memories\[1\] must be an object/u],
    [[{ ...memory, content: 7 }], /^memories\[0\]\.content must be a string/u],
    [[{ ...memory, scope: "a" }], /^memories\[0\]\.scope must be a list/u],
    [[{ ...memory, createdAt: "2026" }], /^memories\[0\]\.createdAt must be/u],
    [[{ ...memory, trust: Number.NaN }], /^memories\[0\]\.trust must be/u],
    [
      [{ ...memory, neighbours: { before: [null], after: [] } }],
      /^memories\[0\]\.neighbours\.before\[0\] must be an object/u,
    ],
  ];
  for (const [memories, message] of wrong) {
    expect(failureOf(() => buildContext(memories as never))).toMatchObject({
      code: "invalid-input",
      message: expect.stringMatching(message) as string,
    });
  }
  const context = buildContext(memory ? [memory] : []);
  for (const call of [
    () => context.citations(undefined as never),
    () => resolveCitations("[m1]", undefined as never),
    () => writeNotes(Promise.resolve([]) as never),
    () => writeNotes([{ text: undefined as never }]),
    () => fence(Promise.resolve("") as never),
    () => escapeText(null as never),
    () => escapeAttribute(7 as never),
    () => visibleText([] as never),
    () => recallSettings(undefined as never, "options"),
    () => checkPromptOptions(null as never),
  ]) {
    expect(failureOf(call)).toMatchObject({ code: "invalid-input" });
  }
});

test.each(["countTokens", "render"])("an error that %s throws has a code", async (name) => {
  const { memory } = testMemory();
  await memory.remember("tea at noon");
  const hits = await memory.recall("tea");
  const cause = new Error("broken");
  const options = {
    [name]: () => {
      throw cause;
    },
  };
  const expected = { code: "invalid-input", message: `options.${name} threw`, cause };
  expect(failureOf(() => buildContext(hits, options))).toMatchObject(expected);
  await expect(memory.context("tea", options)).rejects.toMatchObject(expected);
});

function failureOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return MemoryError.is(error) ? error : new Error("not typed", { cause: error });
  }
}
