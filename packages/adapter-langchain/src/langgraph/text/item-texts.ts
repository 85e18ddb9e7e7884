import type { RememberInput } from "@kioku/core";

import type { PathStep } from "./parse-path.js";
import { textsToIndex } from "./texts-to-index.js";

/** Most texts of an item with a vector each: as many as core compares. */
export const MAX_TEXTS = 32;

/** What joins texts: a line between them. */
const BETWEEN = "\n\n";

/**
 * All texts of an item as one, which is what recall looks at. It ends in as many line breaks as
 * there are texts but one: a store keeps the vectors of a content that stays, so two contents may
 * only be the same if they are of as many texts.
 */
export function toContent(texts: readonly string[]): string {
  return texts.map((text) => text.trim()).join(BETWEEN) + "\n".repeat(texts.length - 1);
}

/** The texts that get a vector each: those beyond the limit are one with the last. */
export function vectorTexts(texts: readonly string[]): readonly string[] {
  if (texts.length <= MAX_TEXTS) return texts;
  const own = texts.slice(0, MAX_TEXTS - 1);
  return [...own, texts.slice(MAX_TEXTS - 1).join(BETWEEN)];
}

/**
 * Finds the texts of an item that paths lead to, after plugins have seen it. If one of them took
 * something out of the content that the value still holds, the content stands for every text, so
 * that nothing else reaches the embeddings.
 */
export function textsOf(
  paths: readonly (readonly PathStep[])[],
): (input: RememberInput) => readonly string[] {
  return ({ content, value = null }) => {
    const texts = textsToIndex(value, paths);
    if (texts.length > 0 && toContent(texts) === content) return vectorTexts(texts);
    let end = content.length;
    while (content[end - 1] === "\n") end -= 1;
    const count = Math.min(MAX_TEXTS, 1 + content.length - end);
    return Array.from({ length: count }, () => content);
  };
}
