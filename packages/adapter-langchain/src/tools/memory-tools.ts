import { MemoryError, type Memory } from "@kioku/core";
import type {
  MemoryToolDefinition,
  MemoryToolsOptions,
  ReadText,
  TrustVerdict,
} from "@kioku/tools";
import { checkTrustedTools, defineMemoryTools, judgeTrust } from "@kioku/tools";
import { isBaseMessage, type BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool, ToolInputParsingException } from "@langchain/core/tools";

import { checkSource, memoryOf, threadOf, type MemorySource } from "./memory-source.js";
import { readMessages, type TrustRules } from "./turn-trust.js";

/** Metadata field with the id of a message in the agent's state. */
export const MESSAGE_ID = "langchainMessageId";

/**
 * Returns tools with which a model remembers and recalls and, if allowed, changes and forgets. They
 * take no scope: `source` chooses the memory by `context` and `configurable.thread_id`, as given to
 * `invoke` of the agent, graph or tool.
 *
 * `recall` returns the memories in its text as an artifact, a list of `ShownMemory`; the others
 * their answer, with the reasons if a text is not trusted. Vetoes, unknown ids and refused changes
 * are answered in words; other failures throw. An error of `source` is the `cause` of a fixed one.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryTools<Context = unknown>(
  source: MemorySource<Context>,
  options: MemoryToolsOptions = {},
): StructuredToolInterface[] {
  checkSource(source, "source");
  return toolsOf(toolSettings(options), { source });
}

/** Returns the tools of checked options. */
export function toolsOf<Context>(
  { definitions, trustRules }: ToolSettings,
  host: Omit<ToolHost<Context>, "trustRules">,
): StructuredToolInterface[] {
  return definitions.map((definition) => makeTool(definition, { ...host, trustRules }));
}

/** Checked options of tools. */
export interface ToolSettings {
  readonly definitions: readonly MemoryToolDefinition[];
  readonly trustRules: TrustRules;
}

/** Checks options and defines the tools. @throws `invalid-input` naming the option. */
export function toolSettings(options: MemoryToolsOptions): ToolSettings {
  const definitions = defineMemoryTools(options, { messageFields: [MESSAGE_ID] });
  const own = definitions.filter((one) => one.tool !== "recall").map(({ name }) => name);
  return {
    definitions,
    trustRules: {
      trusts: checkTrustedTools(options.trustedTools),
      own: new Set(own),
      recall: definitions.find((one) => one.tool === "recall")?.name,
    },
  };
}

/** Surroundings of the tools. */
interface ToolHost<Context> {
  readonly source: MemorySource<Context>;
  readonly trustRules: TrustRules;
  /** Returns what the model was shown in this turn besides messages. */
  readonly shownTexts?: (
    messages: readonly BaseMessage[],
    config: ToolConfig<Context>,
  ) => Promise<readonly ReadText[]>;
}

/** Second argument of a tool. `context` is that of `invoke`, with or without an agent. */
interface ToolConfig<Context> {
  readonly context: Context;
  readonly configurable?: unknown;
  readonly signal?: AbortSignal;
  readonly state?: unknown;
  readonly writer?: unknown;
}

/** Returns a tool that takes its memory from the run and checks its arguments on every call. */
function makeTool<Context>(
  definition: MemoryToolDefinition,
  { source, trustRules, shownTexts }: ToolHost<Context>,
): StructuredToolInterface {
  const { name, description, parameters } = definition;
  const { properties, required } = parameters;
  const schema = { ...parameters, properties: { ...properties }, required: [...required] };
  const made: StructuredToolInterface = tool(
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
        return judgeTrust(written, [...shown, ...replaced, ...readMessages(messages, trustRules)]);
      };
      const thread = threadOf(config.configurable);
      const answer = await definition.run(checked, { memory, thread, signal, trust });
      return [answer.text, "memories" in answer ? answer.memories : answer];
    },
    { name, description, schema, responseFormat: "content_and_artifact" },
  );
  const invoke = made.invoke.bind(made);
  made.invoke = async (input: unknown, config): Promise<unknown> =>
    invoke(withChecked(input, definition) as Parameters<typeof invoke>[0], config);
  return made;
}

/** Hides the error of the source function, since hosts report errors of tools to models. */
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

/** Returns the messages of the graph around; none for a direct call. */
function messagesOf(state: unknown): readonly BaseMessage[] {
  const { messages = state } = (state ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages.filter((message) => isBaseMessage(message)) : [];
}

/**
 * Checks arguments before LangChain does, which refuses `null` for optional ones and shows models
 * stack traces.
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
