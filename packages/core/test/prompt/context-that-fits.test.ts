import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { layer } from "../../src/index.js";
import type { PromptContext, RememberInput } from "../../src/index.js";

const DAY_MS = 86_400_000;

/** A memory by words alone, its notes a day apart. */
async function notes(inputs: readonly (string | RememberInput)[]) {
  const made = testMemory({ embedder: undefined });
  for (const input of inputs) {
    await made.memory.remember(input);
    made.clock.now = new Date(made.clock.now.getTime() + DAY_MS);
  }
  return made;
}

function contents({ included }: PromptContext): readonly string[] {
  return included.map(({ memory }) => memory.content);
}

const FACTS = ["Ann likes tea", "Ben has a boat", "The cat is called Momo", "Ann lives in Graz"];

test("without a query all is shown in the order of time, if it fits", async () => {
  const { memory } = await notes(FACTS);
  const context = await memory.context();
  expect(contents(context)).toEqual(FACTS);
  expect(context.included.every(({ memory: one }) => one.relevance === 0)).toBe(true);
  expect(contents(await memory.context({ kinds: ["other"] }))).toEqual([]);
});

test("without a query what is important and used comes first", async () => {
  const { memory, clock } = await notes([
    { content: "important", importance: 0.9 },
    "used later",
    { content: "trifle", importance: 0 },
    "usual",
  ]);
  clock.now = new Date(clock.now.getTime() + 20 * DAY_MS);
  const used = (await memory.list()).items.find(({ content }) => content === "used later");
  await memory.markUsed(used?.id ?? "");
  expect(contents(await memory.context({ limit: 3 }))).toEqual([
    "important",
    "used later",
    "usual",
  ]);
  const small = await memory.context({}, { budget: 100 });
  expect(contents(small)).not.toContain("trifle");
  expect(small.omitted.map(({ memory: one }) => one.content)).toContain("trifle");
});

test("what is important is found without a query however much has come since", async () => {
  const { memory, clock } = await notes([{ content: "allergic to nuts", importance: 1 }]);
  const since = Array.from({ length: 1_200 }, (_, n) => ({ content: `Day ${n}`, importance: 0 }));
  await memory.rememberAll(since);
  clock.now = new Date(clock.now.getTime() + DAY_MS);
  expect(contents(await memory.context({ limit: 3 }))[0]).toBe("allergic to nuts");
});

test("a context without a query keeps to filters, hidden notes and the untrusted share", async () => {
  const { memory } = await notes([
    { content: "kept out of recall", index: false },
    { content: "other kind", kind: "task" },
    ...Array.from({ length: 12 }, (_, n) => ({ content: `page ${n}`, origin: "web" as const })),
    "own note",
  ]);
  const all = contents(await memory.context());
  expect(all).not.toContain("kept out of recall");
  expect(all).toContain("own note");
  expect(all.filter((text) => text.startsWith("page"))).toHaveLength(8);
  const [task] = (await memory.list({ kinds: ["task"] })).items;
  expect(contents(await memory.context({ kinds: ["task"] }))).toEqual(["other kind"]);
  expect(contents(await memory.context({ kinds: ["task"], exclude: [task?.id ?? ""] }))).toEqual(
    [],
  );
});

test("a context without a query tells plugins and listeners an empty query", async () => {
  const queries: string[] = [];
  const { memory } = testMemory({
    plugins: [
      {
        id: "hide",
        hooks: {
          beforeRecall: (query) => {
            queries.push(query.query);
            return query;
          },
          afterRecall: (found) => found.filter(({ content }) => content !== "secret"),
        },
      },
    ],
  });
  await memory.rememberAll(["secret", "open"]);
  memory.on("recalled", ({ query }) => queries.push(query));
  expect(contents(await memory.context())).toEqual(["open"]);
  expect(queries).toEqual(["", ""]);
  expect((await rejection(() => memory.context(""))).code).toBe("invalid-input");
  expect((await rejection(() => memory.context({ query: " " }))).code).toBe("invalid-input");
  expect((await rejection(() => memory.context({ budget: 5 } as never))).message).toMatch(/budget/);
});

test("layers without a query are shown as one memory", async () => {
  const { memory } = testMemory();
  const [session, user] = [memory.scope("session"), memory.scope("user")];
  await session.remember("From this session");
  await user.rememberAll(["Of the user", "From this session"]);
  const both = layer(session, user);
  expect(contents(await both.context()).toSorted()).toEqual(["From this session", "Of the user"]);
});

test("whoever asks for all gets a small memory whole, in the order of time", async () => {
  const { memory } = await notes(FACTS);
  expect(contents(await memory.context("tea"))).toEqual(["Ann likes tea"]);
  const whole = await memory.context({ query: "boat", minScore: 0 });
  expect(contents(whole)).toEqual(FACTS);
  const best = await memory.context({ query: "boat", minScore: 0 }, { order: "relevance" });
  expect(contents(best)[0]).toBe("Ben has a boat");
  expect(contents(best)).toHaveLength(4);
  const few = await memory.context({ query: "boat", minScore: 0, limit: 3 });
  expect(contents(few)).toEqual(["Ben has a boat"]);
});

test("what is not whole comes by relevance, and then by importance", async () => {
  const { memory } = await notes([
    ...Array.from({ length: 30 }, (_, n) => ({
      content: `Note ${n} of no interest`,
      importance: 0,
    })),
    "The boat is blue",
    { content: "Allergic to nuts", importance: 1 },
  ]);
  const { included, omitted } = await memory.context(
    { query: "boat", minScore: 0 },
    { budget: 300 },
  );
  expect(included.slice(0, 2).map(({ memory: one }) => one.content)).toEqual([
    "The boat is blue",
    "Allergic to nuts",
  ]);
  expect(included.length + omitted.length).toBe(20);
});

test("a larger budget recalls more memories", async () => {
  const { memory } = await notes([]);
  await memory.rememberAll(Array.from({ length: 120 }, (_, n) => `tea number ${n}`));
  const counts = [];
  for (const budget of [500, 1_500, 4_000]) {
    const { included, omitted } = await memory.context("tea number", { budget });
    counts.push(included.length + omitted.length);
  }
  expect(counts).toEqual([20, 38, 100]);
});

test("more candidates give what is untrusted no more places", async () => {
  const { memory } = await notes([]);
  const pages = Array.from({ length: 60 }, (_, n) => `tea page ${n}`);
  await memory.rememberAll(pages.map((content) => ({ content, origin: "web" })));
  await memory.rememberAll(
    Array.from({ length: 60 }, (_, n) => `my tea, number ${n}, as I had it`),
  );
  const { included } = await memory.context("tea page", { budget: 4_000 });
  const untrusted = included.filter(({ memory: { origin } }) => origin === "web");
  expect(untrusted).toHaveLength(8);
  expect(included.length).toBeGreaterThan(50);
});

const FILLER = "A sentence of the minutes that nobody wants to read again. ".repeat(40).trim();

test("a long note leaves room for short ones behind it, and they for it", async () => {
  const short = Array.from(
    { length: 60 },
    (_, n) => `tea leaf ${n} is one of many tea leaves here`,
  );
  const { memory } = await notes([`The oolong is green. ${FILLER}`, ...short]);
  const query = { query: "oolong tea", limit: 61 };
  const { included } = await memory.context(query, { budget: 1_000 });
  const long = included.filter(({ isShortened }) => isShortened);
  expect(long).toHaveLength(1);
  expect(included.length).toBeGreaterThan(15);
  const alone = await memory.context({ query: "green", limit: 1 }, { budget: 1_000 });
  expect(alone.included).toHaveLength(1);
  expect(alone.included[0]?.isShortened).toBeUndefined();
});

test("of what says the same the newest is shown, at the place of the best", async () => {
  const { memory } = await notes([
    "Ann lives in Graz",
    "Ann likes tea",
    "ann lives in Graz!",
    "Ann lives in Linz",
  ]);
  const { included, omitted } = await memory.context("Ann lives in Graz");
  expect(included.map(({ memory: one }) => one.content)).toEqual([
    "ann lives in Graz!",
    "Ann lives in Linz",
    "Ann likes tea",
  ]);
  expect(omitted).toMatchObject([
    { reason: "duplicate", memory: { content: "Ann lives in Graz" } },
  ]);
});

test("of what says the same the trusted one is shown, however old it is", async () => {
  const { memory } = await notes(["The code is 7", { content: "the code is 7.", origin: "web" }]);
  const { included, trust } = await memory.context("code");
  expect(included.map(({ memory: one }) => one.content)).toEqual(["The code is 7"]);
  expect(trust).toBe(1);
});

test("attributes tell only what is not usual", async () => {
  const { memory } = await notes([
    { content: "tea one", kind: "message" },
    { content: "tea two", kind: "task", origin: "assistant" },
    { content: "tea three", trust: 0.8 },
  ]);
  const { text } = await memory.context("tea", { order: "time" });
  expect(text.split("\n").slice(1, 4)).toEqual([
    '<memory id="m1" date="2026-03-01">tea one</memory>',
    '<memory id="m2" kind="task" date="2026-03-02" from="assistant">tea two</memory>',
    '<memory id="m3" date="2026-03-03" trust="0.8">tea three</memory>',
  ]);
});

test("two people who say the same are both shown, and one who says it twice once", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const said = ["Olga", "Piet", "Olga"].map((speaker) => ({
    content: "I love green tea",
    speaker,
    dedupe: "off" as const,
  }));
  await memory.rememberAll(said);
  const { included } = await memory.context("green tea");
  expect(included).toHaveLength(2);
  expect(new Set(included.map(({ memory: { speaker } }) => speaker))).toEqual(
    new Set(["Olga", "Piet"]),
  );
});
