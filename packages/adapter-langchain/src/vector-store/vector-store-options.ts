import type { Embedder, Memory, Origin } from "@kioku/core";
import {
  checkMembers,
  checkMethods,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  MOST_UNTRUSTED,
  ORIGINS,
} from "@kioku/core/toolkit";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";

import { EmbedderEmbeddings } from "../embeddings/embedder-embeddings.js";
import { fromLangChainEmbeddings } from "../embeddings/from-lang-chain-embeddings.js";

/** What a `MemoryVectorStore` takes. */
export interface MemoryVectorStoreOptions {
  /**
   * The view whose scope holds the documents. A scope is a collection: give each one of its own.
   */
  readonly memory: Memory;
  /**
   * The embedder of the documents. One that is not the memory's keeps its vectors in a space of its
   * own: recall then finds the documents by their words only. It belongs to whoever made it:
   * nothing here closes it.
   * @defaultValue the memory's embedder that recall asks, so that recall finds the documents by
   *   meaning, too
   */
  readonly embedder?: Embedder | undefined;
  /**
   * Kind of the records that are its documents; records of other kinds are never found, replaced or
   * deleted. @defaultValue `"document"`
   */
  readonly kind?: string | undefined;
  /**
   * Where the documents come from. Those from `import`, `web` or a `tool` are not trusted: anybody
   * may have written them. Say `"user"` of documents that your users or you wrote.
   * @defaultValue `"import"`
   */
  readonly origin?: Origin | undefined;
}

/** What the static makers take beside documents and embeddings. */
export interface MemoryVectorStoreConfig extends Omit<MemoryVectorStoreOptions, "embedder"> {
  /**
   * Names the space of the vectors, as `id` of `fromLangChainEmbeddings`. With the id of the
   * memory's own embedder, that one is used.
   * @defaultValue the id of the embedder, for embeddings that `toLangChainEmbeddings` made; others
   *   need one
   */
  readonly embedderId?: string | undefined;
}

/** The same with every default. */
export interface ResolvedOptions {
  readonly memory: Memory;
  readonly embedder: Embedder | undefined;
  readonly kind: string;
  readonly origin: Origin;
  /** Trust of the documents; `undefined` for what core gives their origin. */
  readonly trust: number | undefined;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is missing, unknown or wrong.
 */
export function resolveOptions(options: MemoryVectorStoreOptions): ResolvedOptions {
  refuseSimilarity(options, "options");
  checkMembers(options, "options", ["memory", "embedder", "kind", "origin"]);
  const { memory, embedder, kind = "document", origin = "import" } = options;
  checkMethods(memory, "options.memory", ["remember", "recall", "scope"]);
  checkText(kind, "options.kind", MAX_NAME_LENGTH);
  checkOneOf(origin, "options.origin", ORIGINS);
  const trust = origin === "import" ? MOST_UNTRUSTED : undefined;
  return { memory, embedder, kind, origin, trust };
}

/**
 * The options that a static maker stands for.
 * @throws `invalid-input` if an id is missing, and for a member that is unknown.
 */
export function optionsOf(
  embeddings: EmbeddingsInterface,
  config: MemoryVectorStoreConfig,
): MemoryVectorStoreOptions {
  refuseSimilarity(config, "config");
  checkMembers(config, "config", ["memory", "embedderId", "kind", "origin"]);
  const { embedderId: id, ...options } = config;
  if (id !== undefined) checkText(id, "config.embedderId", MAX_NAME_LENGTH);
  if (embeddings instanceof EmbedderEmbeddings) {
    const embedder = fromLangChainEmbeddings(embeddings, id === undefined ? {} : { id });
    return { ...options, embedder };
  }
  if (id === undefined) {
    throw invalidInput(
      "config.embedderId",
      "given with embeddings that toLangChainEmbeddings did not make: it names the space of their vectors",
    );
  }
  return { ...options, embedder: fromLangChainEmbeddings(embeddings, { id }) };
}

/** LangChain's own in-memory store has this option, so its error says why there is none here. */
function refuseSimilarity(options: unknown, name: string): void {
  if (typeof options !== "object" || options === null || !("similarity" in options)) return;
  throw invalidInput(
    `${name}.similarity`,
    "left out: vectors are kept at length 1 in an index, and searches measure cosine similarity only",
  );
}
