import type { ServerResponse } from "node:http";

import { chatLog, withMemory } from "@kioku/adapter-vercel-ai";
import type { ChatLog } from "@kioku/adapter-vercel-ai";
import type { Memory } from "@kioku/core";
import { convertToModelMessages, generateId, streamText } from "ai";
import type { UIMessage } from "ai";

import type { ChatRequest } from "./chat-request.ts";

/** A model of the AI SDK. */
export type ChatModel = Parameters<typeof withMemory>[0];

/** User, model and response of an answer. */
export interface AnswerOptions {
  readonly memory: Memory;
  readonly model: ChatModel;
  readonly response: ServerResponse;
}

/** The messages of a chat, oldest first; none if this user has no such chat. */
export function loadChat(memory: Memory, chatId: string): Promise<UIMessage[]> {
  return logOf(memory).load(chatId);
}

/** Answers a message, in the stream that the AI SDK's `useChat` reads, and keeps both. */
export async function answerChat(
  { chatId, message }: ChatRequest,
  { memory, model, response }: AnswerOptions,
): Promise<void> {
  const log = logOf(memory);
  // Once by its id, so that a client may send it again.
  await log.append(chatId, [message]);
  const messages = await log.load(chatId, { last: 20 });

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const result = streamText({
    model: withMemory(model, memory, {
      // Skips the memories of this chat, which the prompt holds already.
      thread: chatId,
      sources: true,
      // The log's messages are the memories. Answers are left out: they repeat the users.
      recall: { limit: 3, minScore: 0.45, filter: { "@origin": { $ne: "assistant" } } },
    }),
    messages: await convertToModelMessages(messages),
    abortSignal: gone.signal,
  });
  await result.pipeUIMessageStreamToResponse(response, {
    sendSources: true,
    originalMessages: messages,
    generateMessageId: generateId,
    onFinish: async ({ responseMessage, finishReason }) => {
      // The page is gone, so the answer need not finish.
      if (finishReason === undefined || finishReason === "error") return;
      await log.append(chatId, [responseMessage]);
    },
  });
}

function logOf(memory: Memory): ChatLog {
  return chatLog(memory);
}
