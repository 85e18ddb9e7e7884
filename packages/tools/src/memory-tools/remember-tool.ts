import type { Receipt, RememberInput } from "@kioku/core";

import { defineTool } from "../definition/define-tool.js";
import type { MemoryToolCall } from "../definition/tool-definition.js";
import { causeOf, withVerdict, trustOfText } from "../trust/text-trust.js";
import type { MemoryToolDefinition, RememberAnswer, RememberArguments } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/** Defines `remember`. */
export function rememberTool({
  nameOf,
  remember,
}: ResolvedToolsOptions): MemoryToolDefinition<"remember"> {
  const name = nameOf("remember");
  const tool = defineTool<RememberArguments, RememberAnswer>({
    name,
    description: [
      "Stores one fact for later conversations.",
      "Use it when the user asks you to remember something, or tells you something lasting that will matter later: about themselves, their wishes, their work or a decision.",
      "Do not use it for small talk, for what matters only now, for guesses, for passwords and other secrets, or for what you have already stored.",
      "Store one fact at a time.",
    ],
    properties: {
      content: {
        type: "string",
        description:
          "The fact, in one sentence that can be understood without this conversation: names instead of pronouns, dates instead of today.",
      },
      importance: {
        type: "number",
        description:
          "How much it matters, 0 to 1. Leave it out unless it matters much more or less than usual (0.5).",
        minimum: 0,
        maximum: 1,
      },
    },
    required: ["content"],
    run: async ({ content, importance }, call) =>
      rememberWritten({ ...remember, content, importance }, { actor: `tool:${name}`, ...call }),
  });
  return { tool: "remember", ...tool };
}

/** Remembers a text of a model, with at most the trust of its input and of the verdict on it. */
export async function rememberWritten(
  input: RememberInput,
  call: MemoryToolCall,
): Promise<RememberAnswer> {
  const { memory, actor, signal } = call;
  const given = await trustOfText(input.content, call);
  const trust = Math.min(input.trust ?? 1, given.trust);
  const cause = causeOf(given);
  const written = { ...input, trust, origin: "assistant" } as const;
  return withVerdict(answerOf(await memory.remember(written, { actor, signal, cause })), given);
}

function answerOf(receipt: Receipt): RememberAnswer {
  const { status } = receipt;
  if (receipt.status === "rejected") {
    const text = `Nothing was stored: ${receipt.by} does not allow it. ${receipt.reason}`;
    return { status, text };
  }
  const { id } = receipt.record;
  const stored = status === "duplicate" ? "This was already stored," : "Stored";
  return { status, text: `${stored} with the id ${id}.`, id };
}
