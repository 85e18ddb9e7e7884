import type { Memory } from "@kioku/core";
import { MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";
import { judgeTrust, lowerVerdict, readMemory, withoutWords } from "@kioku/tools";
import type { ReadText, ShownMemory, ToolDefinition, TrustVerdict } from "@kioku/tools";
import { jsonSchema, tool, type Schema, type Tool } from "ai";

import { markedTrust, partsOf, trustMark } from "../turn/marks.js";
import type { MessagePart, TurnMessage } from "../turn/marks.js";
import {
  markedVerdict,
  readTexts,
  type DoubtedMemory,
  type TrustsSource,
} from "../turn/read-texts.js";
import { shownTrust } from "../turn/shown-trust.js";

/** Returns a tool of the AI SDK that checks its arguments on every call. */
export function makeTool(definition: ToolDefinition, host: ToolHost): Tool {
  const { description, parameters, takesSecrets } = definition;
  const check = (value: unknown): unknown => definition.check(value);
  const { memory, thread } = host;
  return tool({
    description,
    inputSchema: checkedSchema(
      parameters as Schema["jsonSchema"],
      takesSecrets ? unlessRefused(check) : check,
    ),
    async execute(input, { abortSignal: signal, ...call }) {
      const trust = (written: string, replaced: readonly ReadText[]): TrustVerdict => {
        const verdict = trustOfCall({ ...call, written, replaced }, host);
        return takesSecrets ? withoutWords(verdict) : verdict;
      };
      return definition.run(check(input), { memory, thread, signal, trust });
    },
    // The AI SDK passes the output with its call; Mastra passes the output alone.
    toModelOutput: (given: { readonly output?: unknown } | undefined) =>
      modelOutput(given?.output ?? given, definition),
  });
}

/**
 * Returns a check that passes on what it would refuse, until the tool runs: the AI SDK's error for
 * refused arguments quotes them all.
 */
function unlessRefused(check: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    try {
      return check(value);
    } catch {
      return value;
    }
  };
}

/** Returns a schema of the AI SDK whose values `check` validates. */
export function checkedSchema<Value>(
  schema: Schema["jsonSchema"],
  check: (value: unknown) => Value | Promise<Value>,
): Schema<Value> {
  return jsonSchema<Value>(schema, {
    async validate(value) {
      try {
        return { success: true, value: await check(value) };
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
function modelOutput(output: unknown, { showsMemories }: ToolDefinition): ModelOutput {
  const { text, trust, memories } = (output ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof text !== "string") {
    return { type: "error-text", value: "The answer of this tool cannot be shown." };
  }
  const told = showsMemories ? (markedTrust({ kioku: { trust } }) ?? MOST_UNTRUSTED) : 1;
  if (told === 1 || !Array.isArray(memories)) {
    return { type: "text", value: text, providerOptions: { ...trustMark(told) } };
  }
  const doubted = memories.flatMap(doubtedMemory);
  return {
    type: "text",
    value: text,
    providerOptions: { kioku: { trust: told, doubted: doubted.map((one) => ({ ...one })) } },
  };
}

/** Returns what a later verdict needs of a shown memory, unless that is fully trusted. */
function doubtedMemory(shown: unknown): readonly DoubtedMemory[] {
  const { id, citation, content: given, ...more } = (shown ?? {}) as Partial<ShownMemory>;
  const { origin: from, trust } = more;
  const origin = ORIGINS.find((name) => name === from) ?? "web";
  const known = typeof trust === "number" ? trust : MOST_UNTRUSTED;
  const content = String(given);
  const read = readMemory({ id: String(id), content, origin, trust: known });
  if (read.trust === 1) return [];
  const mark = { ...(citation && { citation }), ...(read.isFresh && { isFresh: true }) };
  return [{ id: String(id), content, trust: read.trust ?? 0, ...mark }];
}

/** Surroundings of the tools of one memory. */
interface ToolHost {
  readonly memory: Memory;
  /** Conversation of the calls. */
  readonly thread: string | undefined;
  /** Tells what the app trusts. */
  readonly trusts: TrustsSource;
  /** Names of these tools. */
  readonly own: ReadonlySet<string>;
}

/** Call of a tool; callers without a model may leave it out. */
interface ToolCall {
  readonly toolCallId?: string | undefined;
  /** Prompt of the model for this call. */
  readonly messages?: readonly TurnMessage[] | undefined;
}

/** Text that a model writes in a call, and the memory that it replaces. */
interface WritingCall extends ToolCall {
  readonly written: string;
  readonly replaced: readonly ReadText[];
}

/**
 * Returns the verdict on what a model writes in a call, since it may repeat tools or recalled
 * memories. Messages cover earlier calls, and this one if it waited for approval.
 */
function trustOfCall(call: WritingCall, { memory, trusts, own }: ToolHost): TrustVerdict {
  const { toolCallId = "", messages = [], written, replaced } = call;
  const all = messages.flatMap(({ content }) => partsOf(content));
  const mark = all.find(
    (part) => part.type === "tool-call" && part.toolCallId === toolCallId,
  )?.providerOptions;
  const told = messages.map((message) => withoutOwn(message, { own, toolCallId }));
  const judged = judgeTrust(written, [...readTexts(told, trusts), ...replaced]);
  const both = lowerVerdict(judged, shownTrust(memory, toolCallId));
  return lowerVerdict(both, markedVerdict(mark, trusts));
}

/**
 * Removes the call itself, and errors of our own tools: they cannot be marked, and describe the
 * call only.
 */
function withoutOwn(message: TurnMessage, { own, toolCallId }: OwnParts): TurnMessage {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const isOwn = (part: MessagePart): boolean =>
    isOwnError(part, own) || (part.type === "tool-call" && part.toolCallId === toolCallId);
  return { ...message, content: partsOf(content).filter((part) => !isOwn(part)) };
}

interface OwnParts {
  readonly own: ReadonlySet<string>;
  readonly toolCallId: string;
}

function isOwnError(part: unknown, own: ReadonlySet<string>): boolean {
  const { type, toolName, output } = (part ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== "tool-result" || typeof toolName !== "string" || !own.has(toolName)) return false;
  return (output as { readonly type?: unknown } | null | undefined)?.type === "error-text";
}
