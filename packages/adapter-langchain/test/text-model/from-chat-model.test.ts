import { SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";

import { fromChatModel } from "../../src/index.js";
import type { ChatModel, FromChatModelOptions } from "../../src/index.js";
import { EventLog } from "../support/event-log.js";

const REASON = new Error("the user has left");

function answering(fields: object): ReturnType<typeof fakeModel> {
  return fakeModel().respond(new AIMessage({ content: "", ...fields }));
}

/** Does nothing but write down what it is called with, and answers when told to. */
function recordingModel(
  answer: Promise<unknown> = Promise.resolve(new AIMessage("hi")),
): ChatModel & {
  readonly calls: { readonly messages: BaseMessage[]; readonly options: Partial<RunnableConfig> }[];
} {
  const calls: { messages: BaseMessage[]; options: Partial<RunnableConfig> }[] = [];
  return {
    calls,
    invoke: (messages, options = {}) => {
      calls.push({ messages, options });
      return answer;
    },
  };
}

test("it asks with a system message and a human message, and answers with the text", async () => {
  const model = answering({ content: "Berlin." });
  const text = fromChatModel(model);
  const answer = await text.generate({ system: "Be brief.", prompt: "The capital?" });
  expect(answer).toEqual({ text: "Berlin.", isComplete: false });
  const [call] = model.calls;
  expect(call?.messages.map(({ type, text: said }) => [type, said])).toEqual([
    ["system", "Be brief."],
    ["human", "The capital?"],
  ]);
});

test("without a system text there is no system message", async () => {
  const model = answering({ content: "x" });
  await fromChatModel(model).generate({ prompt: "Hi" });
  expect(model.calls[0]?.messages.map(({ type }) => type)).toEqual(["human"]);
});

test("texts of several parts are joined, and reasoning and calls of tools are left out", async () => {
  const model = answering({
    content: [
      { type: "reasoning", reasoning: "hm" },
      { type: "text", text: "One " },
      { type: "tool_call", id: "c", name: "n", args: {} },
      { type: "text", text: "two." },
    ],
  });
  expect((await fromChatModel(model).generate({ prompt: "Hi" })).text).toBe("One two.");
});

test("tokens are told where the model counted them", async () => {
  const model = answering({
    usage_metadata: { input_tokens: 12, output_tokens: 0, total_tokens: 12 },
  });
  expect(await fromChatModel(model).generate({ prompt: "Hi" })).toEqual({
    text: "",
    isComplete: false,
    inputTokens: 12,
    outputTokens: 0,
  });
  for (const odd of [Number.NaN, Infinity, -1, "7", null]) {
    const counting = answering({ usage_metadata: { input_tokens: odd, output_tokens: odd } });
    expect(await fromChatModel(counting).generate({ prompt: "Hi" })).toEqual({
      text: "",
      isComplete: false,
    });
  }
});

test.each([
  [{ finish_reason: "stop" }, true],
  [{ finish_reason: "tool_calls" }, true],
  [{ finish_reason: "length" }, false],
  [{ finish_reason: "content_filter" }, false],
  [{ stop_reason: "end_turn" }, true],
  [{ stop_reason: "stop_sequence", model_provider: "anthropic" }, true],
  [{ stop_reason: "max_tokens" }, false],
  [{ stop_reason: "refusal" }, false],
  [{ finishReason: "STOP" }, true],
  [{ finishReason: "MAX_TOKENS" }, false],
  [{ finishReason: "SAFETY" }, false],
  [{ stopReason: "end_turn" }, true],
  [{ done_reason: "stop", done: true }, true],
  [{ done_reason: "length" }, false],
  [{ status: "completed" }, true],
  [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, false],
  [{ finish_reason: null, status: "completed" }, true],
  [{ finish_reason: "length", status: "completed" }, false],
  [{ finish_reason: "who knows" }, false],
  [{ finish_reason: true }, false],
  [{}, false],
])("with %j the answer is whole: %s", async (metadata, isComplete) => {
  const model = answering({ content: "x", response_metadata: metadata });
  expect((await fromChatModel(model).generate({ prompt: "Hi" })).isComplete).toBe(isComplete);
});

test("the limit goes by the name that the model has for it, and nowhere without one", async () => {
  const named = recordingModel();
  await fromChatModel(named, { id: "m", maxTokensOption: "max_tokens" }).generate({
    prompt: "Hi",
    maxTokens: 5,
  });
  await fromChatModel(named, { id: "m", maxTokensOption: "max_tokens" }).generate({ prompt: "Hi" });
  await fromChatModel(named, { id: "m" }).generate({ prompt: "Hi", maxTokens: 5 });
  expect(named.calls.map(({ options }) => options)).toEqual([{ max_tokens: 5 }, {}, {}]);
});

test("config and signal of the call are passed on, and handlers are told", async () => {
  const model = recordingModel();
  const config = { tags: ["consolidation"], metadata: { part: 1 }, timeout: 1_000 };
  const { signal } = new AbortController();
  await fromChatModel(model, { id: "m", config }).generate({ prompt: "Hi" }, { signal });
  expect(model.calls[0]?.options).toEqual({ ...config, signal });
  const log = new EventLog();
  const started: unknown[] = [];
  const callbacks = [
    log,
    { handleChatModelStart: (...given: unknown[]) => void started.push(given[5]) },
  ];
  await fromChatModel(answering({ content: "x" }), { config: { callbacks, tags: ["t"] } }).generate(
    { prompt: "Hi" },
  );
  expect(started).toEqual([["t"]]);
});

test("an abort rejects with its reason, whatever the model makes of it", async () => {
  const { promise: never } = Promise.withResolvers<never>();
  const ignoring = fromChatModel(recordingModel(never), { id: "m" });
  const controller = new AbortController();
  const waiting = ignoring.generate({ prompt: "Hi" }, { signal: controller.signal });
  controller.abort(REASON);
  await expect(waiting).rejects.toBe(REASON);
  const wording: ChatModel = {
    invoke: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("AbortError: in my words")));
      }),
  };
  const second = new AbortController();
  const asked = fromChatModel(wording, { id: "m" }).generate(
    { prompt: "Hi" },
    { signal: second.signal },
  );
  second.abort("left");
  await expect(asked).rejects.toBe("left");
});

test("with an aborted signal the model is not asked", async () => {
  const model = recordingModel();
  const asked = fromChatModel(model, { id: "m" }).generate(
    { prompt: "Hi" },
    { signal: AbortSignal.abort(REASON) },
  );
  await expect(asked).rejects.toBe(REASON);
  expect(model.calls).toEqual([]);
});

test("errors of the model pass through", async () => {
  const error = new Error("429");
  await expect(fromChatModel(fakeModel().respond(error)).generate({ prompt: "Hi" })).rejects.toBe(
    error,
  );
});

class NamedModel extends SimpleChatModel {
  model: unknown = "gpt-5-mini";

  override _llmType(): string {
    return "openai";
  }

  override async _call(): Promise<string> {
    return "hi";
  }
}

test("it is called what provider and model call themselves, or what it is told", () => {
  const named = new NamedModel({});
  expect(fromChatModel(named).id).toBe("openai/gpt-5-mini");
  expect(fromChatModel(named, { id: "mine" }).id).toBe("mine");
  expect(
    fromChatModel(Object.assign(new NamedModel({}), { model: undefined, modelName: "old" })).id,
  ).toBe("openai/old");
  expect(fromChatModel(Object.assign(new NamedModel({}), { model: 7 })).id).toBe("openai");
});

test("what withConfig and withRetry make of a model can be used, once it is named", async () => {
  const model = new FakeListChatModel({ responses: ["one", "two"] });
  const bound = model.withConfig({ tags: ["a"] });
  expect(() => fromChatModel(bound)).toThrow("options.id must be given");
  expect((await fromChatModel(bound, { id: "fake" }).generate({ prompt: "Hi" })).text).toBe("one");
  const retrying = fromChatModel(model.withRetry({ stopAfterAttempt: 1 }), { id: "fake" });
  expect((await retrying.generate({ prompt: "Hi" })).text).toBe("two");
});

test.each([
  [{ prompt: " " }, "request.prompt must be text that is not blank"],
  [{ prompt: 7 }, "request.prompt must be a string"],
  [{ prompt: "Hi", system: "" }, "request.system must be text that is not blank"],
  [{ prompt: "Hi", maxTokens: 0 }, "request.maxTokens must be a whole number at least 1"],
  [{ prompt: "Hi", temperature: 1 }, 'request has no option "temperature"'],
])("the request %j is refused, and the model is not asked", async (request, problem) => {
  const model = recordingModel();
  const asked = fromChatModel(model, { id: "m" }).generate(request as { prompt: string });
  await expect(asked).rejects.toThrow(problem);
  expect(model.calls).toEqual([]);
});

test.each([
  ["a text", "hi"],
  ["nothing", undefined],
  ["no message", { content: "hi" }],
  ["a message without content", { text: "hi" }],
])("a model that answers with %s is refused", async (_, answer) => {
  const asked = fromChatModel(recordingModel(Promise.resolve(answer)), { id: "m" }).generate({
    prompt: "Hi",
  });
  await expect(asked).rejects.toMatchObject({ code: "invalid-input" });
});

test.each([
  [{ id: "" }, "options.id must be text that is not blank"],
  [{ config: 1 }, "options.config must be an object"],
  [{ maxTokensOption: "" }, "options.maxTokensOption must be text that is not blank"],
  [{ signal: 1 }, 'options has no option "signal"'],
])("the options %j are refused at once", (options, problem) => {
  expect(() => fromChatModel(new NamedModel({}), options as FromChatModelOptions)).toThrow(problem);
});

test("what is no model is refused at once", () => {
  expect(() => fromChatModel({} as ChatModel)).toThrow("model.invoke must be a function");
});

test.each([
  [undefined, {}, "request must be an object"],
  [null, {}, "request must be an object"],
  ["Hi", {}, "request must be an object"],
  [{}, {}, "request.prompt must be a string"],
  [{ prompt: "Hi" }, null, "options must be an object"],
  [{ prompt: "Hi" }, { timeout: 5 }, 'options has no option "timeout"'],
  [{ prompt: "Hi" }, { signal: {} }, "options.signal must be an AbortSignal"],
])("a call with %j and %j is refused by name, and the model is not asked", async (...given) => {
  const [request, options, problem] = given;
  const model = answering({ content: "x" });
  const call = fromChatModel(model).generate(request as never, options as never);
  await expect(call).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(problem) as string,
  });
  expect(model.calls).toEqual([]);
});
