import type { Embedder, EmbedderProfile, EmbedOptions } from "../contracts/embedder.js";
import { dotProduct } from "../internal/unit-vector.js";
import { BACKGROUND, type BackgroundPair } from "./background-texts.js";
import { embedTexts } from "./embed-texts.js";

/** Least distance of the anchors of a profile; closer ones mean nothing. */
const LEAST_DISTANCE = 0.02;
/** Profile of a model that cannot be measured. */
export const PLAIN_PROFILE: EmbedderProfile = { unrelated: 0.1, related: 0.5 };

/** Measures a profile on fixed texts, in the language it knows better. @throws `embedder-failed` */
export async function measureProfile(
  embedder: Embedder,
  options: EmbedOptions = {},
): Promise<EmbedderProfile> {
  const measured: EmbedderProfile[] = [];
  for (const pairs of BACKGROUND) measured.push(await measureLanguage(embedder, pairs, options));
  const [best = PLAIN_PROFILE] = measured.toSorted((a, b) => distance(b) - distance(a));
  return distance(best) < LEAST_DISTANCE ? PLAIN_PROFILE : best;
}

function distance({ unrelated, related }: EmbedderProfile): number {
  return related - unrelated;
}

async function measureLanguage(
  embedder: Embedder,
  pairs: readonly BackgroundPair[],
  options: EmbedOptions,
): Promise<EmbedderProfile> {
  const [questions, answers] = await Promise.all([
    embedTexts(
      embedder,
      pairs.map(([question]) => question),
      { ...options, purpose: "query" },
    ),
    embedTexts(
      embedder,
      pairs.map(([, answer]) => answer),
      { ...options, purpose: "document" },
    ),
  ]);
  const failure = questions.failure ?? answers.failure;
  if (failure) throw failure;
  const related: number[] = [];
  const unrelated: number[] = [];
  for (const [row, question] of questions.vectors.entries()) {
    for (const [column, answer] of answers.vectors.entries()) {
      if (!question || !answer) continue;
      const cosine = dotProduct(question.values, answer.values);
      (row === column ? related : unrelated).push(cosine);
    }
  }
  return { unrelated: median(unrelated), related: median(related) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
