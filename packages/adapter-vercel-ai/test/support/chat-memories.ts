import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryOptions, MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import type { UIMessage } from "ai";
import { onTestFinished } from "vitest";

import { topicEmbedder } from "./topic-embedder.js";

/** A store by the name that tests show. */
interface NamedStore {
  readonly name: string;
  readonly create: () => CompleteStore;
}

/** The stores that chats are tested on. */
export const CHAT_STORES: readonly NamedStore[] = [
  { name: "in memory", create: () => inMemoryStore() },
  { name: "SQLite", create: () => sqliteStore({ path: ":memory:" }) },
];

/** A memory that is closed when the test has ended. */
export function openChats(options: Partial<MemoryOptions> = {}): MemoryRoot {
  const memory = createMemory({ store: inMemoryStore(), embedder: topicEmbedder(), ...options });
  onTestFinished(() => memory.close());
  return memory;
}

/** Returns a message of a user. */
export function asked(id: string, text: string): UIMessage {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

/** Returns a message of the assistant. */
export function answered(id: string, text: string): UIMessage {
  return {
    id,
    role: "assistant",
    parts: [{ type: "step-start" }, { type: "text", text, state: "done" }],
  };
}

/** An answer that called a tool, with its result if there is one. */
export function calling(
  id: string,
  { tool = "weather", output, text }: { tool?: string; output?: unknown; text?: string } = {},
): UIMessage {
  const call = { type: `tool-${tool}`, toolCallId: `call-${id}`, input: { city: "Rome" } };
  const part =
    output === undefined
      ? { ...call, state: "input-available" }
      : { ...call, state: "output-available", output };
  const said =
    text === undefined ? [] : [{ type: "step-start" }, { type: "text", text, state: "done" }];
  return {
    id,
    role: "assistant",
    parts: [{ type: "step-start" }, part, ...said] as UIMessage["parts"],
  };
}

/** The ids of messages. */
export function idsOf(messages: readonly UIMessage[]): readonly string[] {
  return messages.map(({ id }) => id);
}
