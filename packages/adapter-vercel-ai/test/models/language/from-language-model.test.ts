import { setImmediate } from "node:timers/promises";

import { customProvider } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";

import { fromLanguageModel } from "../../../src/index.js";
import type { FromLanguageModelOptions } from "../../../src/index.js";
import { apiFailure, failureOf, rejectionOf } from "../../support/model-failures.js";
import { warningsOf, withProvider } from "../../support/sdk-globals.js";
import { TellingModel } from "../../support/telling-models.js";

/** A model of the specification V3 that answers with these parts. */
function answering(
  content: readonly object[],
  { reason = "stop", usage = {} }: { readonly reason?: string; readonly usage?: object } = {},
): MockLanguageModelV3 {
  const result = {
    content,
    finishReason: { unified: reason, raw: undefined },
    usage: { inputTokens: {}, outputTokens: {}, ...usage },
    warnings: [],
  };
  return new MockLanguageModelV3({ doGenerate: result as never });
}

const HELLO = [{ type: "text", text: "Hello" }];

describe.each(["v2", "v3", "v4"] as const)("a model of the specification %s", (version) => {
  test("is asked with one system text and one prompt", async () => {
    const model = new TellingModel(version);
    const text = fromLanguageModel(model);
    expect(text.id).toBe("test.chat/telling");
    const { signal } = new AbortController();
    const request = { system: "Be brief.", prompt: "Hi", maxTokens: 50 };
    const warnings = await warningsOf(async () => {
      expect(await text.generate(request, { signal })).toEqual({
        text: "Hello there",
        isComplete: true,
        inputTokens: 7,
        outputTokens: 3,
      });
    });
    // The AI SDK changes answers of V2 into those of later ones, and says so.
    expect(warnings).toHaveLength(version === "v2" ? 1 : 0);
    expect(model.calls).toMatchObject([
      {
        prompt: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ type: "text", text: "Hi" }] },
        ],
        maxOutputTokens: 50,
        abortSignal: signal,
      },
    ]);
    expect(model.calls[0]?.tools ?? []).toEqual([]);
  });

  test("is whole only where it stopped by itself", async () => {
    const text = fromLanguageModel(new TellingModel(version, { reason: "length" }));
    await warningsOf(async () => {
      expect((await text.generate({ prompt: "Hi" })).isComplete).toBe(false);
    });
  });
});

test.each([
  ["stop", true],
  ["length", false],
  ["content-filter", false],
  ["tool-calls", false],
  ["error", false],
  ["other", false],
] as const)("an answer that ended by %s is whole: %s", async (reason, isComplete) => {
  const text = fromLanguageModel(answering(HELLO, { reason }));
  expect(await text.generate({ prompt: "Hi" })).toStrictEqual({ text: "Hello", isComplete });
});

test("an answer may be empty, and reasoning and files are left out", async () => {
  const none = fromLanguageModel(answering([]));
  expect((await none.generate({ prompt: "Hi" })).text).toBe("");
  const parts = [
    { type: "reasoning", text: "Hm" },
    { type: "text", text: "Hel" },
    { type: "file", mediaType: "image/png", data: "AAAA" },
    { type: "text", text: "lo" },
  ];
  expect((await fromLanguageModel(answering(parts)).generate({ prompt: "Hi" })).text).toBe("Hello");
  const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } };
  const newer = new TellingModel("v4", { extra: [{ type: "reasoning", text: "Hm" }, file] });
  expect((await fromLanguageModel(newer).generate({ prompt: "Hi" })).text).toBe("Hello there");
});

test("without a system text, a limit and options, none is sent", async () => {
  const model = answering(HELLO);
  await fromLanguageModel(model).generate({ prompt: "Hi" });
  const [call] = model.doGenerateCalls;
  expect(call?.prompt.map(({ role }) => role)).toEqual(["user"]);
  expect([call?.maxOutputTokens, call?.temperature, call?.providerOptions]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("options reach the model, and later changes to them do not", async () => {
  const model = answering(HELLO);
  const providerOptions = { openai: { reasoningEffort: "low" } };
  const headers: Record<string, string> = { "x-team": "a" };
  const text = fromLanguageModel(model, { id: "mine", temperature: 0, providerOptions, headers });
  providerOptions.openai.reasoningEffort = "high";
  headers["x-team"] = "b";
  expect(text.id).toBe("mine");
  await text.generate({ prompt: "Hi" });
  expect(model.doGenerateCalls[0]).toMatchObject({
    temperature: 0,
    providerOptions: { openai: { reasoningEffort: "low" } },
    headers: { "x-team": "a" },
  });
});

test("the global provider finds a model by its name", async () => {
  const provider = customProvider({ languageModels: { "test/telling": answering(HELLO) } });
  const text = fromLanguageModel("test/telling");
  expect(text.id).toBe("test/telling");
  const answer = await withProvider(provider, () => text.generate({ prompt: "Hi" }));
  expect(answer.text).toBe("Hello");
});

test("what the AI SDK throws comes as it is, after as many tries as were asked for", async () => {
  const thrown = apiFailure(503, { responseHeaders: { "retry-after-ms": "0" } });
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      throw thrown;
    },
  });
  const once = fromLanguageModel(model, { maxRetries: 0 });
  expect(await rejectionOf(() => once.generate({ prompt: "Hi" }))).toBe(thrown);
  expect(model.doGenerateCalls).toHaveLength(1);
  const error = await rejectionOf(() => fromLanguageModel(model).generate({ prompt: "Hi" }));
  expect(error).toMatchObject({ name: "AI_RetryError", lastError: thrown });
  expect(model.doGenerateCalls).toHaveLength(4);
});

test("an aborted call rejects with the signal's reason, though the model does not listen", async () => {
  const held = Promise.withResolvers<never>();
  const model = new MockLanguageModelV3({ doGenerate: () => held.promise });
  const controller = new AbortController();
  const { signal } = controller;
  const pending = fromLanguageModel(model).generate({ prompt: "Hi" }, { signal });
  await setImmediate();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await rejectionOf(() => pending)).toBe(reason);
});

test("a call that is aborted already, or is aborted in the model's own words, rejects with the reason", async () => {
  const model = answering(HELLO);
  const signal = AbortSignal.abort("enough");
  const early = fromLanguageModel(model).generate({ prompt: "Hi" }, { signal });
  expect(await rejectionOf(() => early)).toBe("enough");
  expect(model.doGenerateCalls).toEqual([]);
  const controller = new AbortController();
  const own = new MockLanguageModelV3({
    doGenerate: async () => {
      controller.abort("later");
      throw new Error("stopped");
    },
  });
  const call = fromLanguageModel(own).generate({ prompt: "Hi" }, { signal: controller.signal });
  expect(await rejectionOf(() => call)).toBe("later");
});

test.each([
  [{ prompt: " " }, {}, "request.prompt must be text that is not blank"],
  [{ prompt: 7 }, {}, "request.prompt must be a string"],
  [{ prompt: "Hi", system: "" }, {}, "request.system must be text that is not blank"],
  [{ prompt: "Hi", maxTokens: 0 }, {}, "request.maxTokens must be a whole number at least 1"],
  [{ prompt: "Hi", temperature: 1 }, {}, 'request has no option "temperature"'],
  ["Hi", {}, "request must be an object"],
  [{ prompt: "Hi" }, null, "options must be an object"],
  [{ prompt: "Hi" }, { timeout: 5 }, 'options has no option "timeout"'],
  [{ prompt: "Hi" }, { signal: {} }, "options.signal must be an AbortSignal"],
])("a call with %j and %j is refused by name, and the model is not asked", async (...given) => {
  const [request, options, problem] = given;
  const model = answering(HELLO);
  const call = fromLanguageModel(model).generate(request as never, options as never);
  const error = await failureOf(() => call);
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
  expect(model.doGenerateCalls).toEqual([]);
});

test.each([
  [{ id: "" }, "options.id must be text that is not blank"],
  [{ temperature: -1 }, "options.temperature must be a finite number at least 0"],
  [{ maxRetries: -1 }, "options.maxRetries must be a whole number at least 0"],
  [{ providerOptions: 1 }, "options.providerOptions must be an object of JSON values"],
  [{ headers: { a: 1 } }, "options.headers[a] must be a string"],
  [{ telemetry: {} }, 'options has no option "telemetry"'],
])("the options %j are refused at once", async (options, problem) => {
  const make = (): unknown =>
    fromLanguageModel(answering(HELLO), options as unknown as FromLanguageModelOptions);
  const error = await failureOf(make);
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
});

test("what is no model is refused at once", async () => {
  for (const [model, problem] of [
    [null, "model must be an object"],
    [{ specificationVersion: "v3" }, "model.doGenerate must be a function"],
    [{ specificationVersion: "v5", doGenerate: () => 1 }, "model.specificationVersion"],
  ] as const) {
    const error = await failureOf(() => fromLanguageModel(model as unknown as "name"));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining(problem),
    ]);
  }
});
