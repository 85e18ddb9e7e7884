import type { Embedder, Logger } from "@kioku/core";
import * as ai from "ai";
import type { ToolSet } from "ai";
import { describe, expect, test } from "vitest";

import { searchToolsByMeaning } from "../../src/index.js";
import type { ToolSearchFunction } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { scriptedModel, toolOutputs } from "../support/scripted-model.js";
import { topicEmbedder } from "../support/topic-embedder.js";

const TOOLS = [
  { name: "write_letter", description: "Sends a letter to somebody." },
  { name: "getForecast", description: "Says how warm and wet it will be." },
  { name: "refund", description: "Gives money back for an invoice." },
  { name: "noop" },
];

/** A logger that keeps what it is told. */
function keptLog(): { readonly logger: Logger; readonly said: string[] } {
  const said: string[] = [];
  const keep = (message: string, details: unknown): unknown =>
    said.push(`${message} ${JSON.stringify(details)}`);
  return { logger: { warn: keep, error: keep }, said };
}

test("tools are found by what they mean, though they share no word with the query", async () => {
  const search = searchToolsByMeaning(topicEmbedder());
  expect(await search({ query: "will I need an umbrella", tools: TOOLS })).toEqual(["getForecast"]);
  expect(await search({ query: "tell my boss", tools: TOOLS })).toEqual(["write_letter"]);
});

test("a query that fits nothing gives nothing", async () => {
  const embedder = topicEmbedder();
  const search = searchToolsByMeaning(embedder);
  expect(await search({ query: "prove a theorem", tools: TOOLS.slice(0, 3) })).toEqual([]);
  embedder.asked.length = 0;
  expect(await search({ query: " ", tools: TOOLS })).toEqual([]);
  expect(await search({ query: "mail", tools: [] })).toEqual([]);
  expect(embedder.asked).toEqual([]);
});

test("minMeaning says how near is near enough", async () => {
  const query = "coffee at the airport";
  const tools = [{ name: "book_flight" }, { name: "kettle", description: "Makes tea." }];
  const found = async (minMeaning: number): Promise<readonly string[]> =>
    searchToolsByMeaning(topicEmbedder(), { minMeaning })({ query, tools });
  expect(await found(0)).toEqual(["book_flight", "kettle"]);
  expect(await found(0.45)).toEqual(["book_flight", "kettle"]);
  expect(await found(0.95)).toEqual([]);
});

test("words count beside meaning: the better match of two of one meaning comes first", async () => {
  const tools = [
    { name: "mail_list", description: "Lists letters." },
    { name: "mail_send", description: "Sends letters." },
    { name: "gas_bill", description: "Pays the gas." },
  ];
  const search = searchToolsByMeaning(topicEmbedder());
  const found = await search({ query: "send a message", tools });
  expect(found).toEqual(["mail_send", "mail_list"]);
});

test("a word of a name tells more than the same word of a description", async () => {
  const tools = [
    { name: "pay_back", description: "Refund now." },
    { name: "make_refund", description: "Some money." },
    { name: "other_thing", description: "Of nothing much." },
  ];
  const embedder = topicEmbedder();
  embedder.refuses = () => true;
  const search = searchToolsByMeaning(embedder);
  expect(await search({ query: "a refund", tools })).toEqual(["make_refund", "pay_back"]);
});

test("a tool that is called by its name comes first, however it is written", async () => {
  const tools = [
    { name: "mail_archive", description: "Files the mail of the boss, mail by mail." },
    { name: "mailBoss", description: "Talks." },
    { name: "x_y", description: "Nothing." },
  ];
  const search = searchToolsByMeaning(topicEmbedder());
  for (const query of ["mailBoss", "mail boss", "MAIL_BOSS", "use mailBoss, please"]) {
    expect((await search({ query, tools }))[0]).toBe("mailBoss");
  }
  expect((await search({ query: "mail archive x_y mail", tools }))[0]).toBe("x_y");
  expect(await search({ query: "mail ax_yz", tools })).not.toContain("x_y");
});

test("what fits equally well stays in the order of the app", async () => {
  const tools = ["c", "a", "b"].map((name) => ({ name: `mail-${name}`, description: "Mail." }));
  const search = searchToolsByMeaning(topicEmbedder());
  expect(await search({ query: "letters", tools })).toEqual(["mail-c", "mail-a", "mail-b"]);
});

test("each tool is embedded once as a document, and the query as a query", async () => {
  const embedder = topicEmbedder();
  const search = searchToolsByMeaning(embedder);
  await search({ query: "letters", tools: TOOLS });
  await search({ query: "the weather", tools: [...TOOLS, { name: "late", description: "New." }] });
  expect(embedder.asked).toEqual([
    { purpose: "query", texts: ["letters"] },
    {
      purpose: "document",
      texts: [
        "write letter: Sends a letter to somebody.",
        "get forecast: Says how warm and wet it will be.",
        "refund: Gives money back for an invoice.",
        "noop",
      ],
    },
    { purpose: "query", texts: ["the weather"] },
    { purpose: "document", texts: ["late: New."] },
  ]);
});

test("no more vectors are kept than the app says", async () => {
  const embedder = topicEmbedder();
  const search = searchToolsByMeaning(embedder, { maxEntries: 0 });
  for (const query of ["letters", "letters"]) await search({ query, tools: TOOLS.slice(0, 1) });
  expect(embedder.asked).toHaveLength(4);
});

describe("when the embedder fails", () => {
  test("words alone decide, and the logger is told without a word of the query", async () => {
    const embedder = topicEmbedder();
    embedder.refuses = () => true;
    const { logger, said } = keptLog();
    const search = searchToolsByMeaning(embedder, { logger });
    const found = await search({ query: "an invoice to refund", tools: TOOLS });
    expect(found).toEqual(["refund"]);
    expect(said).toEqual([expect.stringContaining("embedder-failed")]);
    expect(said.join(" ")).not.toContain("refund");
    embedder.refuses = () => false;
    expect(await search({ query: "umbrella", tools: TOOLS })).toEqual(["getForecast"]);
    expect(said).toHaveLength(1);
  });

  test("for some tools, the others are still found by meaning", async () => {
    const embedder = { ...topicEmbedder(), maxBatchSize: 1 };
    embedder.refuses = (text) => text.includes("letter");
    const { logger, said } = keptLog();
    const search = searchToolsByMeaning(embedder, { logger });
    expect(await search({ query: "rain on my message", tools: TOOLS })).toEqual(["getForecast"]);
    expect(said).toHaveLength(1);
  });
});

test("an embedder without a profile is measured once", async () => {
  const embedder = topicEmbedder();
  const { id, asked } = embedder;
  const plain: Embedder = { id, embed: (texts, options) => embedder.embed(texts, options) };
  const search = searchToolsByMeaning(plain);
  expect(await search({ query: "an umbrella", tools: TOOLS })).toContain("getForecast");
  const calls = asked.length;
  expect(calls).toBeGreaterThan(2);
  await search({ query: "an umbrella", tools: TOOLS });
  expect(asked).toHaveLength(calls);
});

test("options that cannot work are refused at once", async () => {
  const calls = [
    () => searchToolsByMeaning({} as never),
    () => searchToolsByMeaning(topicEmbedder(), { minMeaning: 2 }),
    () => searchToolsByMeaning(topicEmbedder(), { maxEntries: -1 }),
    () => searchToolsByMeaning(topicEmbedder(), { logger: {} as never }),
    () => searchToolsByMeaning(topicEmbedder(), { minScore: 1 } as never),
  ];
  for (const call of calls) expect((await failureOf(call)).code).toBe("invalid-input");
});

/** `toolSearch` of AI SDK 7; nothing in 6. */
const { toolSearch } = ai as unknown as {
  readonly toolSearch?: (options: { readonly search: ToolSearchFunction }) => ToolSet[string];
};

test.runIf(toolSearch)(
  "on AI SDK 7 a model finds a deferred tool by meaning and calls it",
  async () => {
    const umbrella = {
      description: "Says how wet it will be.",
      inputSchema: ai.jsonSchema<object>({ type: "object" }),
      deferLoading: true,
      execute: async () => "Rain.",
    };
    const tools = {
      forecast: umbrella,
      refund: { ...umbrella, description: "Gives money back." },
      find: toolSearch?.({ search: searchToolsByMeaning(topicEmbedder()) }),
    } as unknown as ToolSet;
    const model = scriptedModel([
      [{ tool: "find", input: { query: "do I need an umbrella" } }],
      [{ tool: "forecast", input: {} }],
      "Take one.",
    ]);
    const { text } = await ai.generateText({
      model,
      tools,
      prompt: "Umbrella?",
      stopWhen: ai.stepCountIs(4),
    });
    expect(text).toBe("Take one.");
    const shown = model.doGenerateCalls.map((call) => call.tools?.map(({ name }) => name));
    expect(shown).toEqual([["find"], ["forecast", "find"], ["forecast", "find"]]);
    expect(toolOutputs(model)).toMatchObject([
      { type: "json", value: { tools: [{ name: "forecast" }] } },
      { type: "text", value: "Rain." },
    ]);
  },
);
