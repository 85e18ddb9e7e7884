import { MemoryError, type Memory } from "@kioku/core";
import {
  judgeTrust,
  withoutWords,
  type ReadText,
  type ToolDefinition,
  type TrustVerdict,
} from "@kioku/tools";
import { isBaseMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseMessage, ToolCall } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool, ToolInputParsingException } from "@langchain/core/tools";

import { memoryOf, threadOf, type MemorySource } from "./memory-source.js";
import { readMessages, type TrustRules } from "./turn-trust.js";

/** Surroundings of the tools. */
export interface ToolHost<Context> {
  readonly source: MemorySource<Context>;
  readonly trustRules: TrustRules;
  /** Returns what the model was shown in this turn besides messages. */
  readonly shownTexts?: (
    messages: readonly BaseMessage[],
    config: ToolConfig<Context>,
  ) => Promise<readonly ReadText[]>;
}

/** Second argument of a tool. `context` is that of `invoke`, with or without an agent. */
export interface ToolConfig<Context> {
  readonly context: Context;
  readonly configurable?: unknown;
  readonly signal?: AbortSignal;
  readonly state?: unknown;
  readonly writer?: unknown;
}

/** Returns a tool that takes its memory from the run and checks its arguments on every call. */
export function makeTool<Context>(
  definition: ToolDefinition,
  { source, trustRules, shownTexts }: ToolHost<Context>,
): StructuredToolInterface {
  const { name, description, parameters: schema, takesSecrets } = definition;
  const made = tool(
    async (given: unknown, around: unknown): Promise<[string, unknown]> => {
      const config = (around ?? {}) as ToolConfig<Context>;
      const checked = definition.check(given);
      const memory = chosenMemory(name, source, config);
      const { signal } = config;
      const trust = async (
        written: string,
        replaced: readonly ReadText[],
      ): Promise<TrustVerdict> => {
        const messages = messagesOf(config.state);
        const shown = (await shownTexts?.(messages, config)) ?? [];
        const read = [...shown, ...replaced, ...readMessages(messages, trustRules)];
        const verdict = judgeTrust(written, read);
        return takesSecrets ? withoutWords(verdict) : verdict;
      };
      const thread = threadOf(config.configurable);
      const answer = await definition.run(checked, { memory, thread, signal, trust });
      return [answer.text, answer.memories ?? answer];
    },
    { name, description, schema, responseFormat: "content_and_artifact" },
  );
  return checkingFirst(made, definition);
}

/** Hides the error of the source function, since hosts report errors of tools to models. */
export function chosenMemory<Context>(
  name: string,
  source: MemorySource<Context>,
  { context, configurable }: ToolConfig<Context>,
): Memory {
  try {
    return memoryOf(source, { context, threadId: threadOf(configurable) });
  } catch (error) {
    const message = `${name} failed: the application did not say which memory to use`;
    throw new MemoryError("invalid-input", message, { cause: error });
  }
}

/** Returns the messages of the graph around; none for a direct call. */
export function messagesOf(state: unknown): readonly BaseMessage[] {
  const { messages = state } = (state ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages.filter((message) => isBaseMessage(message)) : [];
}

/** Name of a tool, and the check of its arguments. */
interface CheckedTool {
  readonly name: string;
  check(given: unknown): unknown;
}

/**
 * Returns the tool, which checks arguments before LangChain does: that refuses `null` for optional
 * ones, and shows models stack traces and all arguments. A refused tool call has an answer, which
 * quotes no secret.
 */
export function checkingFirst(
  made: StructuredToolInterface,
  checked: CheckedTool,
): StructuredToolInterface {
  const invoke = made.invoke.bind(made);
  made.invoke = async (input: unknown, config): Promise<unknown> => {
    const call = (input ?? {}) as Partial<ToolCall>;
    const isCall = call.type === "tool_call";
    let args: unknown;
    try {
      args = await checked.check(isCall ? call.args : input);
    } catch (error) {
      if (!MemoryError.is(error)) throw error;
      if (!isCall) throw new ToolInputParsingException(error.message);
      return errorMessage(checked.name, call.id ?? "", error.message);
    }
    const passed = isCall ? { ...call, args } : args;
    return invoke(passed as Parameters<typeof invoke>[0], config);
  };
  return made;
}

/** Returns the answer of a call that failed. */
export function errorMessage(name: string, id: string, content: string): ToolMessage {
  return new ToolMessage({ content, status: "error", name, tool_call_id: id });
}
