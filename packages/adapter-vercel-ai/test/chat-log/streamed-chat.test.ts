import {
  convertToModelMessages,
  jsonSchema,
  simulateReadableStream,
  stepCountIs,
  streamText,
} from "ai";
import type { UIMessage } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect, test } from "vitest";

import { chatLog } from "../../src/index.js";
import type { ChatLog } from "../../src/index.js";
import { asked, idsOf, openChats } from "../support/chat-memories.js";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type StreamResult = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>;
type Chunk = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** Asks for the weather in the first step and answers in the second. */
function weatherModel(): MockLanguageModelV3 {
  let step = 0;
  return new MockLanguageModelV3({
    doStream: async () => {
      step += 1;
      const chunks: Chunk[] =
        step % 2 === 1
          ? [
              { type: "tool-call", toolCallId: `call-${step}`, toolName: "weather", input: "{}" },
              {
                type: "finish",
                finishReason: { unified: "tool-calls", raw: undefined },
                usage: USAGE,
              },
            ]
          : [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "Rain, " },
              { type: "text-delta", id: "t", delta: "I fear." },
              { type: "text-end", id: "t" },
              { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage: USAGE },
            ];
      return {
        stream: simulateReadableStream<Chunk>({
          chunks: [{ type: "stream-start", warnings: [] }, ...chunks],
        }),
      };
    },
  });
}

/**
 * One request of a chat, as servers of the AI SDK handle it: the list is saved when it comes and
 * when the answer is whole.
 */
async function answer(log: ChatLog, model: MockLanguageModelV3, message: UIMessage): Promise<void> {
  await log.append("chat", [message]);
  const messages = await log.load("chat");
  const result = streamText({
    model,
    messages: await convertToModelMessages(messages),
    tools: {
      weather: {
        inputSchema: jsonSchema<object>({ type: "object" }),
        execute: async () => ({ wet: true }),
      },
    },
    stopWhen: stepCountIs(3),
  });
  let saved: Promise<void> | undefined;
  const stream = result.toUIMessageStream({
    originalMessages: messages,
    generateMessageId: () => `answer-to-${message.id}`,
    onFinish: ({ messages: all }) => {
      saved = log.append("chat", all);
    },
  });
  for await (const _ of stream) continue;
  await saved;
}

test("a streamed chat is kept turn by turn, and a later prompt holds all of it", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  const model = weatherModel();
  await answer(log, model, asked("u1", "Do I need an umbrella?"));
  await answer(log, model, asked("u2", "And tomorrow?"));
  const loaded = await log.load("chat");
  expect(idsOf(loaded)).toEqual(["u1", "answer-to-u1", "u2", "answer-to-u2"]);
  expect(model.doStreamCalls[2]?.prompt.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
  const { items } = await memory.list();
  expect(items.map(({ version, content, trust }) => [version, content, trust])).toEqual([
    [1, "Do I need an umbrella?", 1],
    [1, "Rain, I fear.", 0.5],
    [1, "And tomorrow?", 1],
    [1, "Rain, I fear.", 0.5],
  ]);
});
