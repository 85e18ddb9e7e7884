import { MockLanguageModelV3 } from "ai/test";
import { expect, test } from "vitest";

import { fromLanguageModel } from "../../../src/index.js";
import { apiFailure, failureOf, rejectionOf } from "../../support/model-failures.js";
import { warningsOf } from "../../support/sdk-globals.js";
import { TellingModel } from "../../support/telling-models.js";

const SCHEMA = { type: "object", properties: { tea: { type: "string" } }, required: ["tea"] };
const REQUEST = { system: "Be brief.", prompt: "Which tea?", schema: SCHEMA };
const JSON_TEXT = '{ "tea": "green" }';

interface Said {
  readonly text?: string;
  readonly reason?: string;
  readonly warnings?: readonly object[];
  readonly failure?: Error;
}

/** A model that answers these in turn; the last one again and again. */
function scripted(...script: readonly Said[]): MockLanguageModelV3 {
  let index = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const { text = JSON_TEXT, reason = "stop", warnings = [], failure } = script[index] ?? {};
      if (index < script.length - 1) index += 1;
      if (failure !== undefined) throw failure;
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: reason, raw: undefined },
        usage: { inputTokens: { total: 10 }, outputTokens: { total: 4 } },
        warnings,
      } as never;
    },
  });
}

/** Returns format and system text of each call. */
function callsOf({ doGenerateCalls }: MockLanguageModelV3): readonly unknown[] {
  return doGenerateCalls.map(({ responseFormat, prompt }) => [
    responseFormat?.type,
    prompt.find(({ role }) => role === "system")?.content,
  ]);
}

const IN_WORDS = ["json", "Be brief."];
const PLAINLY = [undefined, expect.stringMatching(/^Be brief\.\n\n.*"tea"/su) as string];

test("a schema goes to the model as the SDK's structured output, and the answer is its text", async () => {
  const model = scripted({});
  expect(await fromLanguageModel(model).generate({ ...REQUEST, maxTokens: 20 })).toEqual({
    text: JSON_TEXT,
    isComplete: true,
    inputTokens: 10,
    outputTokens: 4,
  });
  expect(callsOf(model)).toEqual([IN_WORDS]);
  expect(model.doGenerateCalls[0]).toMatchObject({
    responseFormat: { type: "json", schema: SCHEMA },
    maxOutputTokens: 20,
  });
});

test.each(["v2", "v4"] as const)(
  "models of the specification %s take schemas, too",
  async (version) => {
    const model = new TellingModel(version);
    await warningsOf(async () => {
      const { text } = await fromLanguageModel(model).generate(REQUEST);
      expect(text).toBe("Hello there");
    });
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]).toMatchObject({ responseFormat: { type: "json", schema: SCHEMA } });
  },
);

test("what is no JSON, empty or cut is an answer all the same", async () => {
  const said = [{ text: "I would rather not." }, { text: "" }, { text: '{"te', reason: "length" }];
  const text = fromLanguageModel(scripted(...said));
  for (const { text: expected, reason = "stop" } of said) {
    const isComplete = reason === "stop";
    expect(await text.generate(REQUEST)).toMatchObject({ text: expected, isComplete });
  }
});

test.each([
  [
    "an error of the SDK",
    Object.assign(new Error("no"), { name: "AI_UnsupportedFunctionalityError" }),
  ],
  ["a refusal", apiFailure(400, { responseBody: "This response_format type is unavailable now" })],
])("after %s the schema stands in the instructions, from then on", async (_, failure) => {
  const model = scripted({ failure }, {});
  const text = fromLanguageModel(model);
  expect((await text.generate(REQUEST)).text).toBe(JSON_TEXT);
  expect(await text.generate(REQUEST)).toMatchObject({ inputTokens: 10, outputTokens: 4 });
  expect(callsOf(model)).toEqual([IN_WORDS, PLAINLY, PLAINLY]);
});

test.each([
  { type: "unsupported", feature: "responseFormat" },
  { type: "unsupported-setting", setting: "responseFormat" },
])("a model that passes over schemas with %j is asked again, and both are counted", async (one) => {
  const model = scripted({ text: "Hm", warnings: [one] }, {});
  const text = fromLanguageModel(model);
  await warningsOf(async () => {
    expect(await text.generate(REQUEST)).toEqual({
      text: JSON_TEXT,
      isComplete: true,
      inputTokens: 20,
      outputTokens: 8,
    });
    expect((await text.generate({ prompt: "Hi", schema: SCHEMA })).inputTokens).toBe(10);
  });
  expect(callsOf(model)).toEqual([
    IN_WORDS,
    PLAINLY,
    [undefined, expect.stringMatching(/^Answer with one JSON object/u)],
  ]);
});

test("other failures and warnings are no reason to give up schemas", async () => {
  const failure = apiFailure(500, { responseBody: "response_format" });
  const other = { type: "unsupported", feature: "topK" };
  const model = scripted({ failure }, { warnings: [other] });
  const text = fromLanguageModel(model, { maxRetries: 0 });
  expect(await rejectionOf(() => text.generate(REQUEST))).toBe(failure);
  await warningsOf(() => text.generate(REQUEST));
  expect(callsOf(model)).toEqual([IN_WORDS, IN_WORDS]);
});

test("images go before the prompt, as files", async () => {
  const model = scripted({});
  const text = fromLanguageModel(model, { takesImages: true });
  expect(text.takesImages).toBe(true);
  const data = Uint8Array.of(1, 2, 3);
  const warned = await warningsOf(async () => {
    await text.generate({ prompt: "What is it?", images: [{ mediaType: "image/png", data }] });
  });
  expect(warned).toEqual([]);
  expect(model.doGenerateCalls[0]?.prompt[0]?.content).toMatchObject([
    { type: "file", mediaType: "image/png" },
    { type: "text", text: "What is it?" },
  ]);
});

const PNG = { mediaType: "image/png", data: Uint8Array.of(1) };

test.each([
  [false, { images: [PNG] }, "request.images must be absent: the model was not said to take"],
  [true, { images: PNG }, "request.images must be a list of images"],
  [true, { images: [{ ...PNG, mediaType: "text/plain" }] }, "request.images[0].mediaType"],
  [true, { images: [{ ...PNG, data: "AAAA" }] }, "request.images[0].data"],
  [true, { images: [{ ...PNG, data: new Uint8Array() }] }, "request.images[0].data"],
  [true, { images: [{ ...PNG, url: "x" }] }, 'request.images[0] has no option "url"'],
  [true, { schema: "object" }, "request.schema must be"],
])("with takesImages %s the request %j is refused by name", async (takesImages, wrong, problem) => {
  const model = scripted({});
  const text = fromLanguageModel(model, { takesImages });
  const error = await failureOf(() => text.generate({ prompt: "Hi", ...wrong } as never));
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
  expect(model.doGenerateCalls).toEqual([]);
});
