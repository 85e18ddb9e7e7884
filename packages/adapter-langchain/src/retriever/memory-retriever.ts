import type {
  CallOptions,
  Memory,
  OmittedMemory,
  Recalled,
  RecalledMemory,
  RecallNotice,
  RecallQuery,
} from "@kioku/core";
import {
  checkMethods,
  checkObject,
  checkRecallOptions,
  checkText,
  unlessAborted,
} from "@kioku/core/toolkit";
import { describeMemory, type MemoryDescription } from "@kioku/tools";
import { parseCallbackConfigArg } from "@langchain/core/callbacks/manager";
import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";

/** Options of `MemoryRetriever`: the memory, recall, and LangChain's own (`metadata` of runs). */
export interface MemoryRetrieverOptions extends BaseRetrieverInput, Omit<RecallQuery, "query"> {
  /** View to recall from; callers cannot leave its scope. */
  readonly memory: Memory;
}

/** Retriever of LangChain over a memory. */
export class MemoryRetriever extends BaseRetriever<MemoryDocumentMetadata> {
  /** Namespace in LangChain's serialisation; `toJSON` gives `not_implemented`. */
  override lc_namespace: string[] = ["kioku", "retrievers"];
  readonly #memory: Memory;
  readonly #options: Omit<RecallQuery, "query">;

  /** @throws `invalid-input` naming the option. */
  constructor(options: MemoryRetrieverOptions) {
    checkObject(options, "options");
    const { memory, callbacks, tags, metadata, verbose, ...recall } = options;
    checkRecallOptions(recall, "options", ["memory", "callbacks", "tags", "metadata", "verbose"]);
    checkMethods(memory, "options.memory", ["recall"]);
    // The base class shows these to tracers, so the memory must not be among them.
    super({
      ...(callbacks === undefined ? {} : { callbacks }),
      ...(tags === undefined ? {} : { tags }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(verbose === undefined ? {} : { verbose }),
    });
    this.#memory = memory;
    this.#options = recall;
  }

  /** Name of the class, also after minification. */
  static override lc_name(): string {
    return "MemoryRetriever";
  }

  /**
   * Returns the memories that answer the query best, best first. Heeds `signal` and `timeout` of
   * the config and of the chain around.
   * @throws as `memory.recall`; the signal's reason when aborted.
   */
  override async invoke(
    input: string,
    config?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface<MemoryDocumentMetadata>[]> {
    const ensured: RunnableConfig = ensureConfig(parseCallbackConfigArg(config));
    const { signal } = ensured;
    const find: MemoryRetriever["_getRelevantDocuments"] = async (query, runManager) => {
      signal?.throwIfAborted();
      // The name is LangChain's.
      // oxlint-disable-next-line no-underscore-dangle
      const finding = this._getRelevantDocuments(query, runManager, signal);
      return unlessAborted(Promise.resolve(finding), signal);
    };
    // The base class passes no signal on, so it runs on an object of this call that delegates to
    // this one.
    const call = Object.create(this, {
      _getRelevantDocuments: { value: find },
      toJSON: { value: () => this.toJSON() },
    }) as this;
    return super.invoke.call(call, input, ensured);
  }

  /** Recalls. Overrides must pass all arguments on, so that an abort also stops the memory. */
  override async _getRelevantDocuments(
    query: string,
    _runManager?: CallbackManagerForRetrieverRun,
    signal?: AbortSignal,
  ): Promise<DocumentInterface<MemoryDocumentMetadata>[]> {
    const recalled = await this.recall(query, { signal });
    return recalled.map(({ document }) => document);
  }

  /**
   * Returns the documents of `invoke` with their scores, which are not in the metadata: LangChain
   * would take documents of two queries for different ones. Without documents, `notice` says why.
   * @throws as `invoke`.
   */
  async recall(query: string, options: CallOptions = {}): Promise<RecalledDocuments> {
    checkText(query, "input", Infinity);
    const found: Recalled = await this.#memory.recall({ ...this.#options, query }, options);
    const documents = toDocuments(found);
    const { notice, omitted } = found;
    // As in the answer of core, they are not enumerable: an answer is equal to its list.
    return Object.defineProperties(documents, {
      ...(notice ? { notice: { value: notice } } : {}),
      ...(omitted ? { omitted: { value: omitted } } : {}),
    });
  }
}

/**
 * Facts about the memory behind a document, as plain JSON. They do not depend on the query, so that
 * `MultiQueryRetriever` sees equal documents for one memory.
 */
export type DocumentMemory = Omit<MemoryDescription, keyof DocumentScore | "citation">;

type DocumentScore = Pick<MemoryDescription, "score" | "relevance" | "reason" | "signals">;

/** Recalled document with its score. */
export interface RecalledDocument extends DocumentScore {
  /** Document as `invoke` returns it. */
  readonly document: Document<MemoryDocumentMetadata>;
}

/** Recalled documents, best first. */
export interface RecalledDocuments extends Array<RecalledDocument> {
  /** Why there are none. */
  readonly notice?: RecallNotice;
  /** Memories that were left out, with the reason; only with `explain`. */
  readonly omitted?: readonly OmittedMemory[];
}

/**
 * Metadata of the memory. The facts under `memory` replace a field of that name, so that origin and
 * trust cannot be forged.
 */
export interface MemoryDocumentMetadata {
  /** Facts about the memory. */
  readonly memory: DocumentMemory;
  /** Fields of the memory's own metadata. */
  readonly [field: string]: unknown;
}

/** Marks facts made here: data from elsewhere has no symbols, and copies lose it. */
const GENUINE = Symbol.for("@kioku/adapter-langchain/genuine");

/** Converts memories to documents, each once. Neighbours surround their match, in order. */
function toDocuments(memories: readonly RecalledMemory[]): RecalledDocument[] {
  return withNeighbours(memories).map((memory) => {
    const described = describeMemory(memory, "");
    const { score, relevance, reason, signals, citation: _, ...about } = described;
    Object.defineProperty(about, GENUINE, { value: about });
    const metadata = { ...copy(memory.metadata), memory: about };
    const document = new Document({ id: memory.id, pageContent: memory.content, metadata });
    return { document, score, relevance, reason, ...(signals ? { signals } : {}) };
  });
}

/** Returns true if `toDocuments` made this very object, whose origin and trust are then genuine. */
export function isDescribed(about: object): boolean {
  return (about as { readonly [GENUINE]?: object })[GENUINE] === about;
}

/** Copies metadata that callers could change from outside; most is flat. */
function copy(metadata: RecalledMemory["metadata"]): Record<string, unknown> {
  const isFlat = Object.values(metadata).every((value) => typeof value !== "object");
  return isFlat ? metadata : structuredClone(metadata);
}

function withNeighbours(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  if (memories.every(({ neighbours }) => neighbours === undefined)) return memories;
  // A neighbour that is itself a match keeps its own rank.
  const keys = new Set(memories.map((memory) => recordKey(memory)));
  return memories.flatMap((match) => {
    const { before = [], after = [] } = match.neighbours ?? {};
    const fresh = (record: (typeof before)[number]): readonly RecalledMemory[] => {
      if (keys.has(recordKey(record))) return [];
      keys.add(recordKey(record));
      const { score, relevance } = match;
      return [{ ...record, score, relevance, reason: "neighbour" }];
    };
    return [...before.flatMap(fresh), match, ...after.flatMap(fresh)];
  });
}

function recordKey({ scope, id }: Pick<RecalledMemory, "scope" | "id">): string {
  return JSON.stringify([scope, id]);
}
