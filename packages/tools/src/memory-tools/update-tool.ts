import type { Receipt, RememberInput, MemoryRecord } from "@kioku/core";

import { changeVisible, ID_ARGUMENT, unchanged } from "./change-visible.js";
import { makeDefinition, MAX_TOOL_TEXT } from "./make-definition.js";
import type { MemoryToolDefinition, UpdateAnswer } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/**
 * Puts a new memory in the place of one: the words are the model's, so they must not stand as what
 * the user or a page said. The old one is true no longer, and stays in history.
 */
export function updateTool(options: ResolvedToolsOptions): MemoryToolDefinition<"update"> {
  const { nameOf, remember, messageFields } = options;
  const name = nameOf("update");
  return makeDefinition({
    tool: "update",
    name,
    description: [
      "Replaces the text of one stored memory.",
      `Use it when the user corrects something that is stored, or when it is no longer true; look it up with ${nameOf("recall")} first to have its id.`,
      "Do not use it to add something new.",
    ],
    properties: {
      id: ID_ARGUMENT,
      content: {
        type: "string",
        description:
          "The whole new text, in one sentence that can be understood without this conversation.",
        minLength: 1,
        maxLength: MAX_TOOL_TEXT,
      },
    },
    required: ["id", "content"],
    async run({ id, content }, call) {
      const { memory, signal, actor = `tool:${name}` } = call;
      const work = async (record: MemoryRecord): Promise<UpdateAnswer> => {
        const input = {
          ...inPlaceOf(record, messageFields),
          content,
          trust: Math.min(remember.trust ?? 1, await call.trust()),
          ttlMs: remember.ttlMs ?? lifeOf(record),
        };
        return answerOf(await memory.remember(input, { signal, actor }));
      };
      return changeVisible(id, { options, call, work });
    },
  });
}

/** What a correction takes over. It is none of the messages of a conversation. */
function inPlaceOf(
  { id, kind, metadata, importance }: MemoryRecord,
  messageFields: ReadonlySet<string>,
): Omit<RememberInput, "content"> {
  const kept = Object.entries(metadata).filter(([field]) => !messageFields.has(field));
  // A new record even where the scope says the same already: that may be what is replaced.
  const always = { origin: "assistant", dedupe: "off", supersedes: [id] } as const;
  return { ...always, kind, metadata: Object.fromEntries(kept), importance };
}

/** As long as the old one was given when it was written. */
function lifeOf({ expiresAt, updatedAt }: MemoryRecord): number | undefined {
  return expiresAt && expiresAt.getTime() - updatedAt.getTime();
}

function answerOf(receipt: Receipt): UpdateAnswer {
  if (receipt.status !== "rejected") {
    const { id } = receipt.record;
    return { status: "changed", text: `Changed. Its id is ${id} now.`, id };
  }
  return receipt.by === "trust"
    ? unchanged("rejected", "it is trusted more than what can be written now.")
    : unchanged("rejected", `${receipt.by} does not allow it. ${receipt.reason}`);
}
