import type { Embedder, EmbedderProfile, EmbedOptions } from "../contracts/embedder.js";
import { unlessAborted } from "../internal/async/notify.js";
import { dotProduct } from "../internal/unit-vector.js";
import type { Logger } from "../model/call-options.js";
import background from "./background-pairs.json" with { type: "json" };
import { embedTexts, type EmbedTextsResult } from "./embed-texts.js";

/** Least distance of the anchors of a profile; closer ones mean nothing. */
const LEAST_DISTANCE = 0.02;
/** Profile of a model that cannot be measured. */
const PLAIN_PROFILE: EmbedderProfile = { unrelated: 0.1, related: 0.5 };

/** Measures a profile on fixed texts, in the language it knows better. @throws `embedder-failed` */
export async function measureProfile(
  embedder: Embedder,
  options: EmbedOptions = {},
): Promise<EmbedderProfile> {
  const measured: EmbedderProfile[] = [];
  // A model may not know one of the languages.
  for (const pairs of [background.english, background.chinese])
    measured.push(await measureLanguage(embedder, pairs, options));
  const [best = PLAIN_PROFILE] = measured.toSorted((a, b) => distance(b) - distance(a));
  return distance(best) < LEAST_DISTANCE ? PLAIN_PROFILE : best;
}

function distance({ unrelated, related }: EmbedderProfile): number {
  return related - unrelated;
}

async function measureLanguage(
  embedder: Embedder,
  pairs: readonly (readonly string[])[],
  options: EmbedOptions,
): Promise<EmbedderProfile> {
  const embed = (column: 0 | 1, purpose: "query" | "document"): Promise<EmbedTextsResult> => {
    const texts = pairs.map((pair) => pair[column] ?? "");
    return embedTexts(embedder, texts, { ...options, purpose });
  };
  const [questions, answers] = await Promise.all([embed(0, "query"), embed(1, "document")]);
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

/** Profiles of embedders, measured once if not declared. */
export class EmbedderProfiles {
  readonly #logger: Logger;
  readonly #measured = new Map<Embedder, Promise<EmbedderProfile>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the profile, a plain one if it cannot be measured. @throws the signal's reason. */
  async of(embedder: Embedder, signal: AbortSignal | undefined): Promise<EmbedderProfile> {
    if (embedder.profile) return embedder.profile;
    const measuring = this.#measured.get(embedder) ?? this.#measure(embedder);
    this.#measured.set(embedder, measuring);
    return unlessAborted(measuring, signal);
  }

  async #measure(embedder: Embedder): Promise<EmbedderProfile> {
    try {
      return await measureProfile(embedder);
    } catch (error) {
      this.#measured.delete(embedder);
      this.#logger.warn(`the profile of embedder ${embedder.id} could not be measured`, { error });
      return PLAIN_PROFILE;
    }
  }
}
