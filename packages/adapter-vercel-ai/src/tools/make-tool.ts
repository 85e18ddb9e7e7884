import type { Memory } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/toolkit";
import type { MemoryToolDefinition } from "@kioku/tools";
import { jsonSchema, tool, type Schema, type Tool } from "ai";

import { markedTrust, toldTrust, trustMark, type TurnMessage } from "../turn/marks.js";
import { shownTrust } from "../turn/shown-trust.js";

/** Returns a tool of the AI SDK that checks its arguments on every call. */
export function makeTool(definition: MemoryToolDefinition, host: ToolHost): Tool {
  const { description } = definition;
  const { properties, required, ...parameters } = definition.parameters;
  const schema = { ...parameters, properties: { ...properties }, required: [...required] };
  const { memory } = host;
  return tool({
    description,
    inputSchema: checkedSchema(schema, (value) => definition.check(value)),
    async execute(input, { abortSignal: signal, ...call }) {
      const trust = (): number => trustOfCall(call, host);
      return definition.run(definition.check(input), { memory, signal, trust });
    },
    toModelOutput: ({ output }: { readonly output: unknown }) => modelOutput(output, definition),
  });
}

/** Returns a schema of the AI SDK whose values `check` validates. */
export function checkedSchema<Value>(
  schema: Schema["jsonSchema"],
  check: (value: unknown) => Value,
): Schema<Value> {
  return jsonSchema<Value>(schema, {
    validate(value) {
      try {
        return { success: true, value: check(value) };
      } catch (error) {
        return { success: false, error: error as Error };
      }
    },
  });
}

type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/**
 * Returns the text of an output, the only part that is fenced, with its trust mark. The app, a
 * browser or a database may have changed the output.
 */
function modelOutput(output: unknown, definition: MemoryToolDefinition): ModelOutput {
  const { text, trust } = (output ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof text !== "string") {
    return { type: "error-text", value: "The answer of this tool cannot be shown." };
  }
  // Only recall repeats memories.
  const told =
    definition.tool === "recall" ? (markedTrust({ kioku: { trust } }) ?? MOST_UNTRUSTED) : 1;
  return { type: "text", value: text, providerOptions: { ...trustMark(told) } };
}

/** Surroundings of the tools of one memory. */
interface ToolHost {
  readonly memory: Memory;
  /** Names of trusted tools of the app. */
  readonly trusted: ReadonlySet<string>;
  /** Names of these tools. */
  readonly own: ReadonlySet<string>;
}

/** Call of a tool; callers without a model may leave it out. */
interface ToolCall {
  readonly toolCallId?: string | undefined;
  /** Prompt of the model for this call. */
  readonly messages?: readonly TurnMessage[] | undefined;
}

/**
 * Returns the most trust of what a model writes in a call, since it may repeat tools or recalled
 * memories. Messages cover earlier calls, and this one if it waited for approval.
 */
function trustOfCall({ toolCallId = "", messages = [] }: ToolCall, host: ToolHost): number {
  const { memory, trusted, own } = host;
  const told = messages.map((message) => withoutOwnErrors(message, own));
  return Math.min(toldTrust(told, trusted), shownTrust(memory, toolCallId));
}

/** Removes errors of our own tools: they cannot be marked, and describe the call only. */
function withoutOwnErrors({ role, content }: TurnMessage, own: ReadonlySet<string>): TurnMessage {
  if (!Array.isArray(content)) return { role, content };
  return { role, content: content.filter((part) => !isOwnError(part, own)) };
}

function isOwnError(part: unknown, own: ReadonlySet<string>): boolean {
  const { type, toolName, output } = (part ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== "tool-result" || typeof toolName !== "string" || !own.has(toolName)) return false;
  return (output as { readonly type?: unknown } | null | undefined)?.type === "error-text";
}
