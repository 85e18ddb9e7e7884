import type { Embedder, Memory, Origin } from "@kioku/core";
import {
  checkMembers,
  checkMethods,
  checkOneOf,
  checkText,
  embedderOf,
  invalidInput,
  MAX_NAME_LENGTH,
  MOST_UNTRUSTED,
  ORIGINS,
} from "@kioku/core/toolkit";
import type { MemoryVectors } from "@kioku/core/toolkit";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";

import {
  EmbedderEmbeddings,
  fromLangChainEmbeddings,
} from "../embeddings/lang-chain-embeddings.js";

/** Options of `MemoryVectorStore`. */
export interface MemoryVectorStoreOptions {
  /** View whose scope holds the documents. Give each collection a scope of its own. */
  readonly memory: Memory;
  /**
   * Embedder of the documents. One that is not the memory's has a vector space of its own, so that
   * recall finds the documents by words only. Its owner closes it. @defaultValue the memory's
   * embedder
   */
  readonly embedder?: Embedder | undefined;
  /** Kind of the documents' records, the only ones that are touched. @defaultValue `"document"` */
  readonly kind?: string | undefined;
  /**
   * Origin of the documents. `import`, `web` and `tool` are untrusted: anybody may have written
   * them. Use `"user"` for documents of your users or your own. @defaultValue `"import"`
   */
  readonly origin?: Origin | undefined;
}

/** Options of the static constructors. */
export interface MemoryVectorStoreConfig extends Omit<MemoryVectorStoreOptions, "embedder"> {
  /**
   * Name of the vector space, as `id` of `fromLangChainEmbeddings`; the id of the memory's own
   * embedder selects it. @defaultValue the id of an embedder; other embeddings need one
   */
  readonly embedderId?: string | undefined;
}

interface ResolvedOptions {
  readonly memory: Memory;
  readonly embedder: Embedder | undefined;
  readonly kind: string;
  readonly origin: Origin;
  /** Absent for core's trust of the origin. */
  readonly trust: number | undefined;
}

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
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

/** Returns the options for embeddings. @throws `invalid-input` naming a missing or wrong option. */
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

/** Explains the absence of an option that LangChain's in-memory store has. */
function refuseSimilarity(options: unknown, name: string): void {
  if (typeof options !== "object" || options === null || !("similarity" in options)) return;
  throw invalidInput(
    `${name}.similarity`,
    "left out: vectors are kept at length 1 in an index, and searches measure cosine similarity only",
  );
}

/** Returns embeddings of the given embedder, or of the one that recall uses at each call. */
export function embeddingsOf(
  vectors: MemoryVectors,
  embedder: Embedder | undefined,
): EmbeddingsInterface {
  if (embedder) return new EmbedderEmbeddings(embedder);
  if (!embedderOf(vectors.memory)) {
    throw invalidInput("options.embedder", "given, since the memory has none");
  }
  const current = async (): Promise<EmbedderEmbeddings> =>
    new EmbedderEmbeddings(await vectors.embedder());
  return {
    embedDocuments: async (documents) => (await current()).embedDocuments(documents),
    embedQuery: async (query) => (await current()).embedQuery(query),
  };
}
