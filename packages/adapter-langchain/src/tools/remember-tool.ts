import type { Receipt } from "@kioku/core";

import type { ToolDefinition } from "./make-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/** Longest text that a tool takes, in UTF-16 units: a page, so that one call cannot fill a memory. */
export const MAX_TOOL_TEXT = 4_000;

/** Stores one thing. */
export function rememberTool({
  nameOf,
  remember,
  trustRules,
}: ResolvedToolsOptions): ToolDefinition {
  return {
    name: nameOf("remember"),
    description: [
      "Stores one fact for later conversations.",
      "Use it when the user asks you to remember something, or tells you something lasting that will matter later: about themselves, their wishes, their work or a decision.",
      "Do not use it for small talk, for what matters only now, for guesses, for passwords and other secrets, or for what you have already stored.",
      "Store one fact at a time.",
    ].join(" "),
    arguments: {
      content: {
        type: "string",
        description:
          "The fact, in one sentence that can be understood without this conversation: names instead of pronouns, dates instead of today.",
        minLength: 1,
        maxLength: MAX_TOOL_TEXT,
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
    trustRules,
    async run({ content, importance }, { memory, signal, actor, trust }) {
      const input = {
        ...remember,
        content: String(content),
        origin: "assistant",
        trust: Math.min(remember.trust ?? 1, await trust()),
        importance: typeof importance === "number" ? importance : undefined,
      } as const;
      return { text: describeReceipt(await memory.remember(input, { actor, signal })) };
    },
  };
}

function describeReceipt(receipt: Receipt): string {
  if (receipt.status === "rejected") {
    return `Nothing was stored: ${receipt.by} does not allow it. ${receipt.reason}`;
  }
  const { id } = receipt.record;
  return receipt.status === "duplicate"
    ? `This was already stored, with the id ${id}.`
    : `Stored with the id ${id}.`;
}
