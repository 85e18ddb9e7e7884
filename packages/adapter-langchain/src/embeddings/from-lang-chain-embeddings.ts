import type { Embedder } from "@kioku/core";
import type { EmbedderProfile } from "@kioku/core/toolkit";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  MAX_NAME_LENGTH,
  checkProfile,
} from "@kioku/core/toolkit";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";

import { askEmbeddings } from "./ask-embeddings.js";
import { EmbedderEmbeddings } from "./embedder-embeddings.js";

/** What is known of LangChain embeddings, beside how to ask them. */
export interface FromLangChainEmbeddingsOptions {
  /**
   * Names the space of the vectors and is kept beside every one of them, so that vectors of two
   * models never meet: model, revision and width, such as `openai/text-embedding-3-small@512`.
   * LangChain does not say what its embeddings are made of, so it has to be said here. Another
   * model needs another id; the same model needs the same one in every process. Not blank, at most
   * 512 characters.
   */
  readonly id: string;
  /** Width of the vectors. Absent: core learns it from the first one. */
  readonly dimensions?: number | undefined;
  /** How many texts one `embedDocuments` may take. @defaultValue 64, as core does it */
  readonly maxBatchSize?: number | undefined;
  /** What cosine similarities of the model mean. Absent: core measures it on the first recall. */
  readonly profile?: EmbedderProfile | undefined;
  /** Whether all vectors have length 1. @defaultValue `false` */
  readonly normalized?: boolean | undefined;
}

const COUNTS = ["dimensions", "maxBatchSize"] as const;

/**
 * Gives LangChain embeddings to a memory. Documents go to `embedDocuments`, a batch at a time, and
 * questions to `embedQuery`, up to four at once. LangChain's interface takes no signal: an aborted
 * call rejects at once, but what was asked goes on unheard.
 *
 * Embeddings that `toLangChainEmbeddings` made give their embedder back, if no option says
 * otherwise; they need no id.
 *
 * @throws `invalid-input` for what is no embeddings, and for an option that is missing, unknown or
 *   wrong.
 */
export function fromLangChainEmbeddings(
  embeddings: EmbedderEmbeddings,
  options?: Partial<FromLangChainEmbeddingsOptions>,
): Embedder;
/**
 * The same for embeddings that others made, which need an id.
 * @throws `invalid-input` for what is no embeddings, and for an option that is missing, unknown or
 *   wrong.
 */
export function fromLangChainEmbeddings(
  embeddings: EmbeddingsInterface,
  options: FromLangChainEmbeddingsOptions,
): Embedder;
export function fromLangChainEmbeddings(
  embeddings: EmbeddingsInterface,
  options: Partial<FromLangChainEmbeddingsOptions> = {},
): Embedder {
  checkMethods(embeddings, "embeddings", ["embedDocuments", "embedQuery"]);
  checkMembers(options, "options", ["id", ...COUNTS, "profile", "normalized"]);
  const own = embeddings instanceof EmbedderEmbeddings ? embeddings.embedder : undefined;
  const { id = own?.id, profile, normalized, ...counts } = options;
  const name = checkText(id, "options.id", MAX_NAME_LENGTH);
  for (const member of COUNTS) {
    const count = counts[member];
    if (count !== undefined) checkNumber(count, `options.${member}`, { min: 1, integer: true });
  }
  if (profile !== undefined) checkProfile(profile, "options.profile");
  if (normalized !== undefined) checkBoolean(normalized, "options.normalized");
  const said = [counts.dimensions, counts.maxBatchSize, profile, normalized];
  if (own?.id === name && said.every((value) => value === undefined)) return own;
  return {
    id: name,
    dimensions: counts.dimensions,
    maxBatchSize: counts.maxBatchSize,
    profile: profile && { ...profile },
    normalized,
    embed: (texts, embedOptions) => askEmbeddings(embeddings, texts, { id: name, ...embedOptions }),
  };
}
