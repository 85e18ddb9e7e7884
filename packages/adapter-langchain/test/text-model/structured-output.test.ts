import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";

import { fromChatModel } from "../../src/index.js";
import type { ChatModel } from "../../src/index.js";

const SCHEMA = { type: "object", properties: { tea: { type: "string" } }, required: ["tea"] };
const REQUEST = { system: "Be brief.", prompt: "Which tea?", schema: SCHEMA };
const CALL = { id: "1", name: "answer", args: { tea: "green" }, type: "tool_call" as const };
const USAGE = { input_tokens: 10, output_tokens: 4, total_tokens: 14 };

/** A chat model whose structured output is that of LangChain: a call of a tool. */
class ToolModel extends BaseChatModel {
  readonly asked: { readonly messages: BaseMessage[]; readonly options: object }[] = [];
  readonly #answers: readonly (Error | AIMessageChunk)[];

  constructor(answers: readonly (Error | AIMessageChunk)[]) {
    super({});
    this.#answers = answers;
  }

  override _llmType(): string {
    return "tools";
  }

  override bindTools(tools: object[]): never {
    return this.withConfig({ tools } as object) as never;
  }

  override async _generate(messages: BaseMessage[], options: object): Promise<never> {
    const answer = this.#answers[Math.min(this.asked.length, this.#answers.length - 1)];
    this.asked.push({ messages, options });
    if (answer instanceof Error) throw answer;
    return { generations: [{ text: "", message: answer }] } as never;
  }
}

function called(fields: object = {}): AIMessageChunk {
  const usual = {
    content: "",
    tool_calls: [CALL],
    usage_metadata: USAGE,
    response_metadata: { finish_reason: "tool_calls" },
  };
  return new AIMessageChunk({ ...usual, ...fields } as never);
}

test("a schema goes to the model's structured output, and the answer is JSON text with its counts", async () => {
  const model = new ToolModel([called()]);
  const text = fromChatModel(model, { maxTokensOption: "max_tokens", config: { tags: ["t"] } });
  expect(await text.generate({ ...REQUEST, maxTokens: 9 })).toEqual({
    text: '{"tea":"green"}',
    isComplete: true,
    inputTokens: 10,
    outputTokens: 4,
  });
  const [call] = model.asked;
  expect(call?.options).toMatchObject({
    max_tokens: 9,
    tools: [{ function: { name: "answer", parameters: SCHEMA } }],
  });
  expect(call?.messages.map(({ text: said }) => said)).toEqual(["Be brief.", "Which tea?"]);
});

test("an answer in words, or one that was cut, is an answer all the same", async () => {
  const words = called({ content: "Green tea.", tool_calls: [] });
  const cut = called({
    tool_calls: [],
    content: '{"te',
    response_metadata: { finish_reason: "length" },
  });
  const text = fromChatModel(new ToolModel([words, cut]));
  expect(await text.generate(REQUEST)).toMatchObject({ text: "Green tea.", isComplete: true });
  expect(await text.generate(REQUEST)).toMatchObject({ text: '{"te', isComplete: false });
});

/** System text of each call. */
function systemsOf(model: ToolModel): readonly (string | undefined)[] {
  return model.asked.map(({ messages }) => messages.find(({ type }) => type === "system")?.text);
}

const IN_WORDS = expect.stringMatching(/^Be brief\.\n\n.*"tea"/su) as string;

test("after a refusal the schema stands in the instructions, from then on", async () => {
  const refusal = Object.assign(new Error("this model does not support tools"), { status: 400 });
  const plain = called({ content: '{"tea":"black"}', tool_calls: [] });
  const model = new ToolModel([refusal, plain]);
  const text = fromChatModel(model);
  expect((await text.generate(REQUEST)).text).toBe('{"tea":"black"}');
  expect(await text.generate(REQUEST)).toMatchObject({ inputTokens: 10, outputTokens: 4 });
  expect(systemsOf(model)).toEqual(["Be brief.", IN_WORDS, IN_WORDS]);
  expect(model.asked.map(({ options }) => "tools" in options)).toEqual([true, false, false]);
});

test("other failures are no reason to give up schemas", async () => {
  const failure = Object.assign(new Error("json schema overloaded"), { status: 503 });
  const model = new ToolModel([failure, called()]);
  const text = fromChatModel(model);
  await expect(text.generate(REQUEST)).rejects.toBe(failure);
  expect((await text.generate(REQUEST)).text).toBe('{"tea":"green"}');
  expect(systemsOf(model)).toEqual(["Be brief.", "Be brief."]);
});

test.each([
  ["no structured output", { withStructuredOutput: undefined }],
  [
    "one that throws",
    {
      withStructuredOutput: () => {
        throw new Error("not here");
      },
    },
  ],
  [
    "one without the message",
    { withStructuredOutput: () => ({ invoke: async () => ({ tea: "" }) }) },
  ],
])("a model with %s gets the schema in words", async (_, members) => {
  const asked: BaseMessage[][] = [];
  const model: ChatModel = {
    ...members,
    invoke: async (messages: BaseMessage[], _options?: Partial<RunnableConfig>) => {
      asked.push(messages);
      return new AIMessage("{}");
    },
  };
  const text = fromChatModel(model, { id: "m" });
  expect((await text.generate({ prompt: "Hi", schema: SCHEMA })).text).toBe("{}");
  expect(asked.map((messages) => messages.map(({ type }) => type))).toEqual([["system", "human"]]);
});

test("models of LangChain's own that only pretend to structure answers work", async () => {
  const fake = fakeModel().respond(new AIMessage("one"));
  expect((await fromChatModel(fake).generate(REQUEST)).text).toBe("one");
  const listed = fromChatModel(new FakeListChatModel({ responses: ["two"] }), { id: "m" });
  expect((await listed.generate(REQUEST)).text).toBe("two");
});

test("images go before the prompt as standard content blocks", async () => {
  const model = new ToolModel([called()]);
  const text = fromChatModel(model, { takesImages: true });
  expect(text.takesImages).toBe(true);
  const image = { mediaType: "image/png", data: Uint8Array.of(1, 2, 3) };
  await text.generate({ prompt: "What is it?", images: [image] });
  expect(model.asked[0]?.messages[0]?.contentBlocks).toEqual([
    { type: "image", mimeType: "image/png", data: "AQID" },
    { type: "text", text: "What is it?" },
  ]);
  await expect(
    fromChatModel(model).generate({ prompt: "Hi", images: [image] }),
  ).rejects.toMatchObject({ code: "invalid-input" });
});
