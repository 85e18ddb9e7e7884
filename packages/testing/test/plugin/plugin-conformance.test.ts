import type { RememberInput } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";
import { beforeEach, describe, expect, test } from "vitest";

import { pluginConformance } from "../../src/index.js";
import type { ConformanceCase, CreatePlugin, PluginConformanceOptions } from "../../src/index.js";
import { failuresOf, outcomeOf, titleOf } from "../support/broken-model.js";
import { BROKEN_PLUGINS, forgetModules } from "./broken-plugins.js";
import { GOOD_EXAMPLES, goodPlugin } from "./good-plugin.js";

beforeEach(forgetModules);

/** Changes every memory, and nothing at the second time. */
function shouting(): AnyPlugin {
  return {
    id: "shouting",
    hooks: {
      beforeRemember: ({ content, value, ...input }) => ({
        ...input,
        content: content.toUpperCase(),
        value: typeof value === "string" ? value.toUpperCase() : value,
      }),
    },
  };
}

/** Takes a word out of facts, but not when they are updated, and refuses whatever is no fact. */
function factsOnly(): AnyPlugin {
  return {
    id: "facts",
    hooks: {
      beforeRemember: ({ content, ...input }, { operation }) => {
        if (input.kind !== "fact") return { veto: "no fact" };
        if (operation === "update") return undefined;
        const masked = content.replace("secret", "[word]");
        return { ...input, content: masked, value: masked };
      },
    },
  };
}

/** The cases for a plugin that is to do what the good one does. */
function casesFor(create: CreatePlugin): readonly ConformanceCase[] {
  return pluginConformance(create, { examples: GOOD_EXAMPLES });
}

test("no two cases have the same title", () => {
  const titles = casesFor(goodPlugin).map((one) => titleOf(one));
  expect(titles).toEqual([...new Set(titles)]);
});

interface Good {
  readonly name: string;
  readonly create: () => AnyPlugin;
  readonly options: PluginConformanceOptions;
}

const GOOD: readonly Good[] = [
  { name: "everything right", create: goodPlugin, options: { examples: GOOD_EXAMPLES } },
  { name: "nothing", create: () => ({ id: "nothing" }), options: {} },
];

describe.each(GOOD)("a plugin that does $name", ({ create, options }) => {
  test("fails no case, and skips only what it does not have", async () => {
    const cases = pluginConformance(create, options);
    const has: Readonly<Record<string, boolean>> = {
      close: create().close !== undefined,
      examples: options.examples !== undefined,
      "claim to leave ordinary memories alone": true,
    };
    for (const one of cases) {
      const missing = one.requires.find((requirement) => has[requirement] === false);
      const expected = missing === undefined ? "passed" : "skipped";
      expect([titleOf(one), await outcomeOf(one)]).toEqual([titleOf(one), expected]);
    }
  });
});

describe("a plugin that", () => {
  test.for(BROKEN_PLUGINS)("$name fails at $failsAt", async ({ failsAt, breakPlugin }) => {
    const cases = casesFor(() => breakPlugin(goodPlugin()));
    const meant = cases.filter((one) => titleOf(one).startsWith(failsAt));
    expect(meant).toHaveLength(1);
    for (const one of meant) expect(await outcomeOf(one)).toMatch(/^failed: /u);
  });
});

test("a plugin that asks for a kind is tried with updates too", async () => {
  const input = { content: "The secret is out", kind: "fact" };
  const examples = [{ input, becomes: "The [word] is out" }];
  const failures = await failuresOf(
    pluginConformance(factsOnly, { leavesOrdinary: false, examples }),
  );
  expect(failures).toEqual([
    expect.stringContaining("each ends as declared when it comes by an update"),
  ]);
});

test("every case has a broken plugin that fails it, and whole memories have one", () => {
  const untried = casesFor(goodPlugin)
    .map((one) => titleOf(one))
    .filter((title) => !title.startsWith("a memory with it, "))
    .filter((title) => !BROKEN_PLUGINS.some(({ failsAt }) => title.startsWith(failsAt)));
  expect(untried).toEqual([]);
  expect(BROKEN_PLUGINS.some(({ failsAt }) => failsAt.startsWith("a memory with it"))).toBe(true);
});

test("a plugin that changes ordinary memories says so, and is not asked to leave them alone", async () => {
  const examples = [{ input: { content: "hello" }, becomes: "HELLO" }];
  const cases = pluginConformance(shouting, { leavesOrdinary: false, examples });
  expect(await failuresOf(cases)).toEqual([]);
  const missing = "claim to leave ordinary memories alone";
  const skipped = cases.filter(({ requires }) => requires.includes(missing));
  expect(skipped.length).toBeGreaterThan(50);
  for (const { run } of skipped) expect(await run()).toEqual({ status: "skipped", missing });
});

/** A plugin that refuses what `isRefused` says. */
function refusing(isRefused: (input: RememberInput) => boolean): CreatePlugin {
  return () => ({
    id: "refusing",
    hooks: {
      beforeRemember: (input) => (isRefused(input) ? { veto: "not of its sort" } : undefined),
    },
  });
}

test.each<readonly [string, CreatePlugin, PluginConformanceOptions]>([
  [
    "facts only",
    refusing(({ kind }) => kind !== "fact"),
    {
      leavesOrdinary: false,
      examples: [
        { input: { content: "Tea is green", kind: "fact" }, becomes: "Tea is green" },
        { input: { content: "Tea is green", kind: "guess" }, vetoed: true },
        { input: { content: "Tea is green" }, vetoed: true },
      ],
    },
  ],
  [
    "what is said in a thread",
    refusing(({ thread }) => thread === undefined),
    {
      leavesOrdinary: false,
      examples: [
        { input: { content: "Tea is green", thread: "tea" }, becomes: "Tea is green" },
        { input: { content: "Tea is green" }, vetoed: true },
      ],
    },
  ],
  [
    "what has no key of the system",
    refusing(({ key }) => key?.startsWith("system:") === true),
    { examples: [{ input: { content: "Tea", key: "system:tea" }, vetoed: true }] },
  ],
  [
    "what is not urgent",
    refusing(({ importance }) => importance === 1),
    { examples: [{ input: { content: "Tea", importance: 1 }, vetoed: true }] },
  ],
  [
    "what lives for long enough",
    refusing(({ ttlMs }) => ttlMs !== undefined && ttlMs < 50),
    { examples: [{ input: { content: "Tea", ttlMs: 7 }, vetoed: true }] },
  ],
  [
    "no entries at all",
    refusing(({ kind }) => kind === "entry"),
    { leavesOrdinary: false, examples: [{ input: { content: "Tea" }, becomes: "Tea" }] },
  ],
])("a plugin that takes %s fails no case", async (_what, create, options) => {
  expect(await failuresOf(pluginConformance(create, options))).toEqual([]);
});

test.each([
  ["leavesOrdinary", { leavesOrdinary: "yes" }],
  ["examples", { examples: "none" }],
  ["examples[0]", { examples: [{ input: { content: "x" } }] }],
  ["examples[0].vetoed", { examples: [{ input: { content: "x" }, vetoed: false }] }],
  ["examples[0].secret", { examples: [{ input: { content: "x" }, vetoed: true, secret: "y" }] }],
  ["examples[0].secret", { examples: [{ input: { content: "x" }, becomes: "x", secret: "x" }] }],
  ["examples[0].input.content", { examples: [{ input: {}, vetoed: true }] }],
  ["no option", { vetoes: true }],
])("a wrong option is refused: %s", (name, options) => {
  const given = options as unknown as PluginConformanceOptions;
  expect(() => pluginConformance(goodPlugin, given)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(name === "no option" ? "vetoes" : name) as string,
    }),
  );
});
