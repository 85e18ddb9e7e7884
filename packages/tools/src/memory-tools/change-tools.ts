import type { MemoryRecord, Receipt, RememberInput } from "@kioku/core";

import { defineTool } from "../definition/define-tool.js";
import { readMemory } from "../trust/judge-trust.js";
import { causeOf, withVerdict, trustOfText } from "../trust/text-trust.js";
import { changeVisible, ID_ARGUMENT, unchanged } from "./change-visible.js";
import type {
  ForgetAnswer,
  ForgetArguments,
  MemoryToolDefinition,
  UpdateAnswer,
  UpdateArguments,
} from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/**
 * Defines `update`: it supersedes a memory by a new one whose origin is the model, not the user or
 * page that the old one came from.
 */
export function updateTool(options: ResolvedToolsOptions): MemoryToolDefinition<"update"> {
  const { nameOf, remember, messageFields } = options;
  const name = nameOf("update");
  const tool = defineTool<UpdateArguments, UpdateAnswer>({
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
      },
    },
    required: ["id", "content"],
    async run({ id, content }, call) {
      const { memory, signal, actor = `tool:${name}` } = call;
      const apply = async (record: MemoryRecord): Promise<UpdateAnswer> => {
        const given = await trustOfText(content, call, [readMemory(record)]);
        const input = {
          ...successorOf(record, messageFields),
          content,
          trust: Math.min(remember.trust ?? 1, given.trust),
          ttlMs: remember.ttlMs ?? ttlOf(record),
        };
        const cause = causeOf(given);
        return withVerdict(answerOf(await memory.remember(input, { signal, actor, cause })), given);
      };
      return changeVisible(id, { options, call, apply });
    },
  });
  return { tool: "update", ...tool };
}

/** Defines `forget`. */
export function forgetTool(options: ResolvedToolsOptions): MemoryToolDefinition<"forget"> {
  const { nameOf } = options;
  const name = nameOf("forget");
  const tool = defineTool<ForgetArguments, ForgetAnswer>({
    name,
    description: [
      "Forgets one stored memory.",
      `Use it only when the user asks for something to be forgotten, or when a memory is wrong and nothing takes its place; look it up with ${nameOf("recall")} first to have its id.`,
    ],
    properties: { id: ID_ARGUMENT },
    required: ["id"],
    async run({ id }, call) {
      const { memory, signal, actor = `tool:${name}` } = call;
      return changeVisible<ForgetAnswer>(id, {
        options,
        call,
        async apply({ id: found, version: ifVersion }) {
          await memory.forget(found, { actor, signal, ifVersion });
          return { status: "forgotten", text: "Forgotten.", id: found };
        },
      });
    },
  });
  return { tool: "forget", ...tool };
}

/** Returns what a correction takes over. It is no message of a conversation. */
function successorOf(
  { id, kind, metadata, importance, occurredAt }: MemoryRecord,
  messageFields: ReadonlySet<string>,
): Omit<RememberInput, "content"> {
  const kept = Object.entries(metadata).filter(([field]) => !messageFields.has(field));
  // Dedupe is off: the new text may equal that of the replaced record.
  const always = { origin: "assistant", dedupe: "off", supersedes: [id] } as const;
  return { ...always, kind, metadata: Object.fromEntries(kept), importance, occurredAt };
}

/** Returns the lifetime that a record was written with. */
function ttlOf({ expiresAt, updatedAt }: MemoryRecord): number | undefined {
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
