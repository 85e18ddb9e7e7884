import type { Receipt } from "@kioku/core";

import { defineTool } from "../definition/define-tool.js";
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
    async run({ content, importance }, call) {
      const { memory, signal, actor = `tool:${name}` } = call;
      const given = await trustOfText(content, call);
      const trust = Math.min(remember.trust ?? 1, given.trust);
      const input = { ...remember, content, importance, trust, origin: "assistant" } as const;
      const cause = causeOf(given);
      return withVerdict(answerOf(await memory.remember(input, { actor, signal, cause })), given);
    },
  });
  return { tool: "remember", ...tool };
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
