import type { JsonObject, MemoryRecord, RememberInput } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { MAX_NAME_LENGTH } from "@kioku/core/adapters";

import type { ArgumentSchema } from "./check-arguments.js";
import { findVisible } from "./find-visible.js";
import type { ToolCallOfRun, ToolDefinition } from "./make-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";
import { MESSAGE_ID } from "./message-id.js";
import { MAX_TOOL_TEXT } from "./remember-tool.js";

const ID: ArgumentSchema = {
  type: "string",
  description: "The id of the memory, as it stands in brackets before it. Never a guess.",
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
};

/**
 * Puts a new memory in the place of one: the words are the model's, so they must not stand as what the user or a page said. The old
 * one is true no longer, and stays in history.
 */
export function updateTool(options: ResolvedToolsOptions): ToolDefinition {
  const { nameOf, remember, trustRules } = options;
  return {
    name: nameOf("update"),
    description: [
      "Replaces the text of one stored memory.",
      `Use it when the user corrects something that is stored, or when it is no longer true; look it up with ${nameOf("recall")} first to have its id.`,
      "Do not use it to add something new.",
    ].join(" "),
    arguments: {
      id: ID,
      content: {
        type: "string",
        description:
          "The whole new text, in one sentence that can be understood without this conversation.",
        minLength: 1,
        maxLength: MAX_TOOL_TEXT,
      },
    },
    required: ["id", "content"],
    trustRules,
    run: ({ id, content }, call) =>
      change(String(id), call, async () => {
        const record = await findVisible(String(id), options, call);
        if (!record) return undefined;
        const kept = whyKept(record);
        if (kept !== undefined) return kept;
        const input = {
          ...inPlaceOf(record),
          content: String(content),
          trust: Math.min(remember.trust ?? 1, await call.trust()),
          ttlMs: remember.ttlMs ?? lifeOf(record),
        };
        const { signal, actor } = call;
        const receipt = await call.memory.remember(input, { signal, actor });
        if (receipt.status !== "rejected") return `Changed. Its id is ${receipt.record.id} now.`;
        return receipt.by === "trust"
          ? "It was not changed: it is trusted more than what can be written now."
          : `It was not changed: ${receipt.by} does not allow it. ${receipt.reason}`;
      }),
  };
}

/** Forgets one memory. */
export function forgetTool(options: ResolvedToolsOptions): ToolDefinition {
  const { nameOf, trustRules } = options;
  return {
    name: nameOf("forget"),
    description: [
      "Forgets one stored memory.",
      `Use it only when the user asks for something to be forgotten, or when a memory is wrong and nothing takes its place; look it up with ${nameOf("recall")} first to have its id.`,
    ].join(" "),
    arguments: { id: ID },
    required: ["id"],
    trustRules,
    run: ({ id }, call) =>
      change(String(id), call, async () => {
        const record = await findVisible(String(id), options, call);
        if (!record) return undefined;
        const kept = whyKept(record);
        if (kept !== undefined) return kept;
        const { actor, signal } = call;
        const { id: found, version: ifVersion } = record;
        const count = await call.memory.forget(found, { actor, signal, ifVersion });
        return count === 0 ? undefined : "Forgotten.";
      }),
  };
}

/** Values are the app's own data: entries, the messages of a chat history. */
function whyKept({ pinned, value }: MemoryRecord): string | undefined {
  if (pinned) return "It was not changed: the application has pinned it.";
  return value === undefined ? undefined : "It was not changed: it is an entry of the application.";
}

/** What a correction takes over. It is none of the messages that an agent has in its state. */
function inPlaceOf({
  id,
  kind,
  metadata,
  importance,
}: MemoryRecord): Omit<RememberInput, "content"> {
  const { [MESSAGE_ID]: _, ...kept }: JsonObject = metadata;
  // A new record even where the scope says the same already: that may be what is replaced.
  const always = { origin: "assistant", dedupe: "off", supersedes: [id] } as const;
  return { ...always, kind, metadata: kept, importance };
}

/** As long as the old one was given when it was written. */
function lifeOf({ expiresAt, updatedAt }: MemoryRecord): number | undefined {
  return expiresAt && expiresAt.getTime() - updatedAt.getTime();
}

/** Answers in words what a model can understand and mend; everything else is a failure. */
async function change(
  id: string,
  { signal }: ToolCallOfRun,
  work: () => Promise<string | undefined>,
): Promise<{ readonly text: string }> {
  try {
    return { text: (await work()) ?? unknown(id) };
  } catch (error) {
    if (signal?.aborted || !MemoryError.is(error)) throw error;
    if (error.code === "not-found") return { text: unknown(id) };
    const text = inWords(error);
    if (text === undefined) throw error;
    return { text };
  }
}

function inWords({ code, message }: MemoryError): string | undefined {
  if (code === "conflict")
    return "It was not changed: somebody else changed it just now. Look it up again.";
  const isRefusal = code === "rejected-by-plugin" || code === "untrusted";
  return isRefusal ? `It was not changed: ${message}` : undefined;
}

function unknown(id: string): string {
  return `There is no memory with the id ${JSON.stringify(id.slice(0, 64))}. Nothing was changed.`;
}
