import { compareText, visibleText } from "@kioku/core/toolkit";

import type { DocumentBlock, DocumentSentence } from "../api/documents.js";
import { BLOCKS } from "../rules/attributes.js";

/** Longest block, in UTF-16 units with a line break for each sentence. */
export const MAX_LENGTH = 5_000;
/** A sentence, and what decides if there is room for it. */
export interface RankedSentence {
  readonly sentence: DocumentSentence;
  /** 0 to 1. */
  readonly importance: number;
}

/**
 * Makes a block, oldest sentence first. The least important ones are left out if it is full, beside
 * those that were left out before.
 */
export function makeBlock(
  id: string,
  ranked: readonly RankedSentence[],
  omitted = 0,
): DocumentBlock {
  let left = MAX_LENGTH;
  const kept = ranked.toSorted(compareRank).filter(({ sentence: { text } }) => {
    const fits = text.length < left;
    if (fits) left -= text.length + 1;
    return fits;
  });
  const sentences = kept.map(({ sentence }) => sentence).toSorted(compareSentences);
  return { id, sentences, omitted: omitted + ranked.length - kept.length };
}

/** Orders the most important first, of equal ones the newest. */
export function compareRank(a: RankedSentence, b: RankedSentence): number {
  return b.importance - a.importance || compareSentences(b.sentence, a.sentence);
}

/** Orders the oldest first. */
export function compareSentences(a: DocumentSentence, b: DocumentSentence): number {
  return a.at.getTime() - b.at.getTime() || compareText(a.id, b.id);
}

/** Orders the blocks of a portrait. */
export function compareBlocks(a: string, b: string): number {
  return placeOf(a) - placeOf(b) || compareText(a, b);
}

function placeOf(block: string): number {
  const place = BLOCKS.findIndex((one) => one === block);
  return place === -1 ? BLOCKS.length : place;
}

/** Writes blocks as text: a line with the id of each, then a line for each sentence. */
export function blocksToText(blocks: readonly DocumentBlock[]): string {
  return blocks
    .map(({ id, sentences }) => {
      return [`## ${toLine(id)}`, ...sentences.map(({ text }) => `- ${toLine(text)}`)].join("\n");
    })
    .join("\n\n");
}

function toLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/gu, " ").trim();
}
