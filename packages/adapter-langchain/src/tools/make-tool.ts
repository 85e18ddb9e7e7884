import { MemoryError } from "@kioku/core";
import type { Memory } from "@kioku/core";
import type { MemoryToolDefinition } from "@kioku/tools";
import type { BaseMessage } from "@langchain/core/messages";
import { isBaseMessage } from "@langchain/core/messages";
import { tool, ToolInputParsingException } from "@langchain/core/tools";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { memoryOf, threadOf } from "./memory-source.js";
import type { MemorySource } from "./memory-source.js";
import { trustOfTools } from "./turn-trust.js";
import type { TrustRules } from "./turn-trust.js";

/** What surrounds the tools. */
export interface ToolHost<Context> {
  readonly source: MemorySource<Context>;
  readonly trustRules: TrustRules;
  /** The trust of what the model was shown in this turn beside the answers of tools. */
  readonly shownTrust?: (
    messages: readonly BaseMessage[],
    config: ToolConfig<Context>,
  ) => Promise<number>;
}

/**
 * What is used of the second argument of a tool. `context` is that of `invoke`, with or without an
 * agent around.
 */
interface ToolConfig<Context> {
  readonly context: Context;
  readonly configurable?: unknown;
  readonly signal?: AbortSignal;
  readonly state?: unknown;
  readonly writer?: unknown;
}

/**
 * A LangChain tool whose memory comes from the run, and whose arguments are checked whoever calls
 * it.
 */
export function makeTool<Context>(
  definition: MemoryToolDefinition,
  host: ToolHost<Context>,
): StructuredToolInterface {
  const { name, description, parameters } = definition;
  const made: StructuredToolInterface = tool(
    async (given: unknown, around: unknown): Promise<[string, unknown]> => {
      const config = (around ?? {}) as ToolConfig<Context>;
      const checked = definition.check(given);
      const memory = chosenMemory(name, host.source, config);
      const { signal } = config;
      const trust = (): Promise<number> => trustOfTurn(host, config);
      const answer = await definition.run(checked, { memory, signal, trust });
      return [answer.text, "memories" in answer ? answer.memories : undefined];
    },
    {
      name,
      description,
      schema: {
        ...parameters,
        properties: { ...parameters.properties },
        required: [...parameters.required],
      },
      responseFormat: "content_and_artifact",
    },
  );
  const invoke = made.invoke.bind(made);
  made.invoke = async (input: unknown, config): Promise<unknown> =>
    invoke(withChecked(input, definition) as Parameters<typeof invoke>[0], config);
  return made;
}

/**
 * What the function throws goes no further than this, since hosts tell models what a tool throws.
 */
function chosenMemory<Context>(
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

async function trustOfTurn<Context>(
  { trustRules, shownTrust }: ToolHost<Context>,
  config: ToolConfig<Context>,
): Promise<number> {
  const messages = messagesOf(config.state);
  const told = trustOfTools(messages, trustRules);
  return Math.min(told, (await shownTrust?.(messages, config)) ?? 1);
}

/** Those of the graph around; none where a tool is called by itself. */
function messagesOf(state: unknown): readonly BaseMessage[] {
  const { messages = state } = (state ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages.filter((message) => isBaseMessage(message)) : [];
}

/**
 * The input of a tool with checked arguments, before LangChain checks them by the schema: it knows
 * no `null` for what is left out, and tells models of a wrong argument by a stack trace.
 */
function withChecked(input: unknown, definition: MemoryToolDefinition): unknown {
  const call = (input ?? {}) as { readonly type?: unknown; readonly args?: unknown };
  const isCall = call.type === "tool_call";
  try {
    const checked = definition.check(isCall ? call.args : input);
    return isCall ? { ...call, args: checked } : checked;
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const refused = new ToolInputParsingException(error.message);
    refused.stack = error.message;
    throw refused;
  }
}
