import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryOptions, MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import type { BaseMessage } from "@langchain/core/messages";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import type { FakeBuiltModel } from "@langchain/core/testing";
import type { AgentMiddleware } from "langchain";

import { hashedWordEmbedder } from "./hashed-word-embedder.js";

/** The engines that agents are tested on. */
export const ENGINES: readonly (readonly [
  string,
  (options?: Partial<MemoryOptions>) => MemoryRoot,
])[] = [
  ["in memory", (options = {}) => agentMemory(options)],
  [
    "on SQLite",
    (options = {}) => agentMemory({ store: sqliteStore({ path: ":memory:" }), ...options }),
  ],
];

/** A memory with an embedder that takes texts with common letters for alike. */
export function agentMemory(options: Partial<MemoryOptions> = {}): MemoryRoot {
  return createMemory({ store: inMemoryStore(), embedder: hashedWordEmbedder(), ...options });
}

/** A model that answers by a function, as often as it is asked. */
export function scriptedModel(
  answer: (messages: BaseMessage[], call: number) => BaseMessage | Error,
  calls = 50,
): FakeBuiltModel {
  const model = fakeModel();
  for (let call = 0; call < calls; call += 1) model.respond((messages) => answer(messages, call));
  return model;
}

/** A model that calls these tools first and then says this. */
export function callsThenSays(
  calls: readonly { readonly name: string; readonly args: Record<string, unknown> }[],
  words: string,
): FakeBuiltModel {
  return scriptedModel((_, index) => {
    const call = calls[index];
    if (!call) return new AIMessage(words);
    return new AIMessage({
      content: "Let me see.",
      tool_calls: [{ ...call, id: `call-${index}` }],
    });
  });
}

/** Every text of every message that a model was sent, call by call. */
export function promptsOf(model: FakeBuiltModel): readonly string[] {
  return model.calls.map(({ messages }) => textsOf(messages).join("\n"));
}

/** The content of messages as JSON, so that nothing in any part is overlooked. */
export function textsOf(messages: readonly BaseMessage[]): readonly string[] {
  return messages.map(({ content }) =>
    typeof content === "string" ? content : JSON.stringify(content),
  );
}

/** Lists the records of a memory, oldest first, as `origin: content`. */
export async function heldBy(memory: Pick<MemoryRoot, "list">): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000 });
  return items.map(({ origin, content }) => `${origin}: ${content}`);
}

/**
 * Middleware of LangChain whose own types do not fit `createAgent` under
 * `exactOptionalPropertyTypes`.
 */
export function ofLangChain(middleware: unknown): AgentMiddleware {
  return middleware as AgentMiddleware;
}

/** Input of an agent: the user says something. */
export function say(content: string): { messages: HumanMessage[] } {
  return { messages: [new HumanMessage(content)] };
}

/** A model that always says the same. */
export function noting(): FakeBuiltModel {
  return scriptedModel(() => new AIMessage("Noted."));
}
