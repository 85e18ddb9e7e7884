import { MemoryError, type Embedder } from "@kioku/core";
import type { EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  embedTexts,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
  checkProfile,
  ownTexts,
} from "@kioku/core/toolkit";
import { Embeddings, type EmbeddingsInterface } from "@langchain/core/embeddings";

/**
 * Embedder as embeddings of LangChain, which pass no signal, so that calls cannot be aborted.
 * Vectors have length 1. Nothing is retried beyond what the embedder does.
 */
export class EmbedderEmbeddings extends Embeddings {
  /** Makes the vectors; its owner closes it. */
  readonly embedder: Embedder;

  /** @throws `invalid-input` for an invalid embedder. */
  constructor(embedder: Embedder) {
    super({});
    checkMethods(embedder, "embedder", ["embed"]);
    checkText(embedder.id, "embedder.id", MAX_NAME_LENGTH);
    this.embedder = embedder;
  }

  /** Returns the id of the embedder, which itself may hold a key. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { embedder: this.embedder.id };
  }

  /**
   * Returns vectors of documents, in order.
   * @throws `embedder-failed`; `invalid-input` naming a document that cannot be embedded.
   */
  override async embedDocuments(documents: string[]): Promise<number[][]> {
    return embedAll(this.embedder, ownTexts(documents, "documents"), {
      name: (index) => `documents[${index}]`,
      purpose: "document",
    });
  }

  /**
   * Returns the vector of a query.
   * @throws `embedder-failed`; `invalid-input` if it cannot be embedded.
   */
  override async embedQuery(document: string): Promise<number[]> {
    if (typeof document !== "string") throw invalidInput("query", "a string", document);
    const [vector = []] = await embedAll(this.embedder, [document], {
      name: () => "query",
      purpose: "query",
    });
    return vector;
  }
}

/** Converts an embedder to embeddings. @throws `invalid-input` for an invalid embedder. */
export function toLangChainEmbeddings(embedder: Embedder): EmbedderEmbeddings {
  return new EmbedderEmbeddings(embedder);
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  call: { readonly name: (index: number) => string; readonly purpose: EmbedOptions["purpose"] },
): Promise<number[][]> {
  const { name, purpose = "document" } = call;
  const { vectors, unfit, failure } = await embedTexts(embedder, texts, { purpose });
  const [index] = unfit;
  if (index !== undefined) {
    const message = `embedder ${embedder.id} cannot embed ${name(index)}`;
    throw new MemoryError("invalid-input", message, { cause: failure });
  }
  if (failure) throw failure;
  return vectors.map((vector) => Array.from(vector?.values ?? []));
}

/** Options of `fromLangChainEmbeddings`. */
export interface FromLangChainEmbeddingsOptions {
  /**
   * Name of the vector space, stored with every vector, such as
   * `openai/text-embedding-3-small@512`. Each model needs its own, the same in every process. Not
   * blank, at most 512 characters.
   */
  readonly id: string;
  /** Width of the vectors. @defaultValue that of the first vector */
  readonly dimensions?: number | undefined;
  /** Texts per call of `embedDocuments`. @defaultValue 64 */
  readonly maxBatchSize?: number | undefined;
  /** Meaning of cosine similarities. @defaultValue measured by core on the first recall */
  readonly profile?: EmbedderProfile | undefined;
  /** True if all vectors have length 1. @defaultValue `false` */
  readonly normalized?: boolean | undefined;
}

const COUNTS = ["dimensions", "maxBatchSize"] as const;

/**
 * Converts embeddings of LangChain to an embedder. Documents go to `embedDocuments` in batches,
 * queries to `embedQuery`, up to four at once. An aborted call rejects at once, but its request
 * goes on. Embeddings made by `toLangChainEmbeddings` need no id and yield their original embedder
 * if no option differs.
 * @throws `invalid-input` for invalid embeddings or options.
 */
export function fromLangChainEmbeddings(
  embeddings: EmbedderEmbeddings,
  options?: Partial<FromLangChainEmbeddingsOptions>,
): Embedder;
/** Converts other embeddings, which need an id. @throws `invalid-input` for invalid arguments. */
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
  const { id: _, ...others } = options;
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (own?.id === name && isPlain) return own;
  return {
    id: name,
    dimensions: counts.dimensions,
    maxBatchSize: counts.maxBatchSize,
    profile: profile && { ...profile },
    normalized,
    embed: (texts, embedOptions) => embedWith(embeddings, texts, { id: name, ...embedOptions }),
  };
}

/** Concurrent queries; LangChain takes them one by one. */
const QUERIES_AT_ONCE = 4;

/** Embeds texts by the method for their purpose. `id` is for errors. */
async function embedWith(
  embeddings: EmbeddingsInterface,
  texts: readonly string[],
  { id, purpose, signal }: EmbedOptions & { readonly id: string },
): Promise<EmbedResult> {
  const own = ownTexts(texts);
  signal?.throwIfAborted();
  if (own.length === 0) return { vectors: [] };
  const answer =
    purpose === "query"
      ? embedQueries(embeddings, own, signal)
      : embeddings.embedDocuments([...own]);
  const vectors: unknown = await unlessAborted(answer, signal);
  if (!Array.isArray(vectors)) throw notNumbers(id);
  return { vectors: vectors.map((vector: unknown) => toVector(vector, id)) };
}

async function embedQueries(
  embeddings: EmbeddingsInterface,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const vectors: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < texts.length) {
      signal?.throwIfAborted();
      const index = next;
      next += 1;
      vectors[index] = await embeddings.embedQuery(texts[index] ?? "").catch((error: unknown) => {
        // Stops the other workers.
        next = texts.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: QUERIES_AT_ONCE }, work));
  return vectors;
}

/** Converts a vector. Rejects non-numbers here, before conversion hides them. */
function toVector(value: unknown, id: string): Float32Array {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw notNumbers(id);
  return Float32Array.from(value as ArrayLike<unknown>, (item) => {
    if (typeof item !== "number") throw notNumbers(id);
    return item;
  });
}

function notNumbers(id: string): MemoryError {
  const message = `embedder ${id} answered something else than lists of numbers`;
  return new MemoryError("embedder-failed", message, { retryable: true });
}
