import type { CallOptions, Memory, RecallQuery } from "@kioku/core";
import {
  checkMethods,
  checkObject,
  checkRecallOptions,
  checkText,
  unlessAborted,
} from "@kioku/core/toolkit";
import { parseCallbackConfigArg } from "@langchain/core/callbacks/manager";
import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";

import { toDocuments } from "./memory-document.js";
import type { MemoryDocumentMetadata, RecalledDocument } from "./memory-document.js";

/**
 * What `MemoryRetriever` takes: the memory, how it recalls, and LangChain's own `callbacks`,
 * `tags`, `metadata` (of runs, not of documents) and `verbose`.
 */
export interface MemoryRetrieverOptions extends BaseRetrieverInput, Omit<RecallQuery, "query"> {
  /** The view that is asked: whoever asks the retriever cannot leave its scope. */
  readonly memory: Memory;
}

/** A memory as a retriever of LangChain. */
export class MemoryRetriever extends BaseRetriever<MemoryDocumentMetadata> {
  /**
   * Where LangChain's serialisation files it. A memory cannot be serialised: `toJSON` says
   * `not_implemented`.
   */
  override lc_namespace: string[] = ["kioku", "retrievers"];
  readonly #memory: Memory;
  readonly #options: Omit<RecallQuery, "query">;

  /**
   * @throws `invalid-input` naming the option that cannot work, or that there is none of that name.
   */
  constructor(options: MemoryRetrieverOptions) {
    checkObject(options, "options");
    const { memory, callbacks, tags, metadata, verbose, ...recall } = options;
    checkRecallOptions(recall, "options", ["memory", "callbacks", "tags", "metadata", "verbose"]);
    checkMethods(memory, "options.memory", ["recall"]);
    // The base class shows tracers what it is given here, so the memory must not be in it.
    super({
      ...(callbacks === undefined ? {} : { callbacks }),
      ...(tags === undefined ? {} : { tags }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(verbose === undefined ? {} : { verbose }),
    });
    this.#memory = memory;
    this.#options = recall;
  }

  /** The name of the class, also after minification. */
  static override lc_name(): string {
    return "MemoryRetriever";
  }

  /**
   * The memories that answer the query best, as documents, best first. `signal` and `timeout` of
   * the config, and those of the chain that this runs in, stop it.
   * @throws What `memory.recall` throws; the signal's reason when aborted.
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
    // The base class hands no signal down, so it runs on an object of this call alone, whose
    // methods run on this one.
    const call = Object.create(this, {
      _getRelevantDocuments: { value: find },
      toJSON: { value: () => this.toJSON() },
    }) as this;
    return super.invoke.call(call, input, ensured);
  }

  /**
   * Recalls with the options of this retriever. A class that overrides this hands all arguments on,
   * so that an abort also stops the memory.
   */
  override async _getRelevantDocuments(
    query: string,
    _runManager?: CallbackManagerForRetrieverRun,
    signal?: AbortSignal,
  ): Promise<DocumentInterface<MemoryDocumentMetadata>[]> {
    const recalled = await this.recall(query, { signal });
    return recalled.map(({ document }) => document);
  }

  /**
   * Returns the same documents as `invoke`, each with its score. Scores are not in the metadata,
   * where LangChain would take the documents of two queries for different ones.
   * @throws As `invoke`.
   */
  async recall(query: string, options: CallOptions = {}): Promise<RecalledDocument[]> {
    checkText(query, "input", Infinity);
    return toDocuments(await this.#memory.recall({ ...this.#options, query }, options));
  }
}
