import type { MemoryRecord, PromptOptions } from "@kioku/core";
import { buildContextFor, type checkPromptOptions, type PromptNote } from "@kioku/core/toolkit";

/** Share of the budget that blocks may take before they are shortened. */
const SHARE = 0.5;
/** A block with less of its text says too little. */
const LEAST_LENGTH = 20;
const MAX_TRIES = 24;

/** A block with text, and its record. */
export interface ShownBlock {
  readonly label: string;
  readonly text: string;
  readonly record: MemoryRecord;
}

/**
 * Writes all blocks as notes, in full if they fit into their share of the budget; otherwise the
 * beginning of each, as long as can be. Only where there is not even room for that, the last ones
 * are left out.
 */
export function coreNotes(
  blocks: readonly ShownBlock[],
  options: PromptOptions,
  { budget }: ReturnType<typeof checkPromptOptions>,
): readonly PromptNote[] {
  const tokensOf = (lead: readonly PromptNote[]): number =>
    buildContextFor({ query: "", lead }, [], options).tokens;
  for (let count = blocks.length; count > 0; count -= 1) {
    const some = blocks.slice(0, count);
    const least = tokensOf(cutNotes(some, LEAST_LENGTH));
    // With a small budget, the frame alone may take more than the share.
    const most = least <= budget * SHARE ? budget * SHARE : budget;
    if (least <= most) return longestNotes(some, (notes) => tokensOf(notes) <= most);
  }
  return [];
}

/** Finds the longest beginnings of blocks that fit. The least ones do. */
function longestNotes(
  blocks: readonly ShownBlock[],
  fits: (notes: readonly PromptNote[]) => boolean,
): readonly PromptNote[] {
  const longest = Math.max(LEAST_LENGTH, ...blocks.map(({ text }) => text.length));
  const whole = cutNotes(blocks, longest);
  if (fits(whole)) return whole;
  let [least, above] = [LEAST_LENGTH, longest];
  for (let tries = 0; tries < MAX_TRIES && above - least > 1; tries += 1) {
    const length = Math.floor((least + above) / 2);
    if (fits(cutNotes(blocks, length))) least = length;
    else above = length;
  }
  return cutNotes(blocks, least);
}

/** Makes notes of the beginnings of blocks. */
function cutNotes(blocks: readonly ShownBlock[], length: number): readonly PromptNote[] {
  return blocks.map(({ label, text, record }) => {
    const isShortened = text.length > length;
    const shown = isShortened ? `${text.slice(0, length).toWellFormed()}…` : text;
    return { text: `${label}: ${shown}`, kind: "core", source: record, isShortened };
  });
}
