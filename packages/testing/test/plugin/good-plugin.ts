import type { RememberInput } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";

import type { PluginExample } from "../../src/index.js";

/** Pattern that the good plugin looks for. */
export const WORD: RegExp = /forbidden|confidential/u;

/** Replaces one word and refuses what has another. */
export function goodPlugin(): AnyPlugin {
  return {
    id: "good",
    hooks: {
      beforeRemember: (input) => {
        if (input.content.includes("forbidden"))
          return { veto: "it has a word that is not allowed" };
        return { ...input, content: masked(input.content), ...maskedValue(input) };
      },
      afterRemember: () => undefined,
    },
    close: () => undefined,
  };
}

function masked(text: string): string {
  return text.replaceAll("confidential", "[word]");
}

/** `set` writes the text as content and as value. */
function maskedValue({ value }: RememberInput): Pick<RememberInput, "value"> {
  return typeof value === "string" ? { value: masked(value) } : {};
}

/** Inputs, and what it makes of them. */
export const GOOD_EXAMPLES: readonly PluginExample[] = [
  { input: { content: "The confidential is out" }, becomes: "The [word] is out" },
  { input: { content: "Nobody knows" }, becomes: "Nobody knows" },
  { input: { content: "This is forbidden" }, vetoed: true, secret: "forbidden" },
];
