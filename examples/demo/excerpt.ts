import type { Embedder } from "@kioku/core";
import { documentTerms, queryTerms } from "@kioku/core/toolkit";

/** The gap between two sentences. */
const SENTENCE = /(?<=[.!?:]["”)]?\s)|(?<=[。！？；\n])/u;
/** A sentence shorter than this is read together with the one after it. */
const MIN_LENGTH = 24;

/**
 * The part of each text that answers the question best, by its words and its meaning, on one line:
 * the best sentence and what follows it. `…` stands for what was left out before it.
 */
export async function excerpts(
  embedder: Embedder,
  question: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const split = texts.map(sentencesOf);
  const { vectors } = await embedder.embed([question, ...split.flat()], { purpose: "query" });
  const [asked, ...rest] = vectors;
  const terms = queryTerms(question);
  let next = 0;
  return split.map((sentences) => {
    const scores = sentences.map((sentence, index) => {
      const vector = rest[next + index];
      return sharedTerms(terms, sentence) + (asked && vector ? cosine(asked, vector) : 0);
    });
    next += sentences.length;
    const best = scores.indexOf(Math.max(...scores));
    const text = sentences.slice(best).join("").replaceAll(/\s+/gu, " ").trim();
    return best > 0 ? `… ${text}` : text;
  });
}

function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const part of withoutMarkup(text).split(SENTENCE)) {
    const last = sentences.at(-1);
    if (last !== undefined && last.length < MIN_LENGTH) sentences[sentences.length - 1] += part;
    else if (part.trim() !== "") sentences.push(part);
  }
  return sentences.length > 0 ? sentences : [text];
}

/** Markdown as it reads, roughly: no fences, bullets, pipes, emphasis and link targets. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/^\s*(?:`{3,}|~{3,}).*$|^[\s|:-]+$/gmu, "")
    .replaceAll(/^\s*(?:[-*+>]|\d+\.)\s+|^\s*\|\s*|\s*\|\s*$/gmu, "")
    .replaceAll(/\s+\|\s+/gu, " · ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/\*\*|`/gu, "");
}

function sharedTerms(terms: readonly string[], sentence: string): number {
  const present = new Set(documentTerms(sentence));
  return terms.filter((term) => present.has(term)).length / Math.max(terms.length, 1);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let squares = 0;
  let others = 0;
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    squares += value * value;
    others += other * other;
  }
  return dot / Math.max(Math.sqrt(squares * others), Number.MIN_VALUE);
}
