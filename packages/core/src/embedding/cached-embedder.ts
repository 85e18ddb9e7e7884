import type {
  EmbedOptions,
  EmbedResult,
  Embedder,
  EmbedderProfile,
} from "../contracts/embedder.js";
import { MemoryError } from "../errors/memory-error.js";
import { allDone } from "../internal/async/all-done.js";
import { unlessAborted } from "../internal/async/unless-aborted.js";
import { isVector } from "../internal/unit-vector.js";
import type { CallOptions } from "../model/call-options.js";
import { hashText } from "../text/hash.js";
import { RecentVectors, StoredVectors } from "./cache-layers.js";
import { resolveCacheOptions } from "./cached-embedder-options.js";
import type { CachedEmbedderOptions, ResolvedCacheOptions } from "./cached-embedder-options.js";
import { valuesInOrder } from "./check-answer.js";
import { checkEmbedder } from "./check-embedder.js";
import { moveTextIndex } from "./move-text-index.js";
import { ownTexts } from "./own-texts.js";

/** What a cache has done so far, and what it holds in memory. */
export interface CacheStatistics {
  /** Texts that were answered without the embedder, those that came twice in one call included. */
  readonly hits: number;
  /** Texts that the embedder was asked for. */
  readonly misses: number;
  /** Vectors in memory. */
  readonly entries: number;
  /** About what they take, in bytes. */
  readonly bytes: number;
}

/** An embedder that remembers. */
export interface CachedEmbedder extends Embedder {
  /** What its cache has done so far; a copy. */
  readonly statistics: CacheStatistics;
  /**
   * Forgets the vectors of these texts, for any purpose and in both layers, and tells the embedder
   * inside.
   */
  forget(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Closes the embedder inside and the second layer. Every later call fails with `closed`. */
  close(): Promise<void>;
}

/**
 * The same embedder with a memory: what it embedded before, for the same purpose, is not asked
 * again. The vectors kept longest without being asked for go first. Texts are not kept, only hashes
 * of them. What is handed out is a copy.
 * @throws `invalid-input` for an option that is unknown or cannot work.
 */
export function cachedEmbedder(
  embedder: Embedder,
  options: CachedEmbedderOptions = {},
): CachedEmbedder {
  checkEmbedder(embedder, "embedder");
  return new CachingEmbedder(embedder, resolveCacheOptions(options));
}

const PURPOSES = ["document", "query"] as const;

class CachingEmbedder implements CachedEmbedder {
  readonly #inner: Embedder;
  readonly #recent: RecentVectors;
  readonly #stored: StoredVectors | undefined;
  /**
   * How wide the vectors of the last answer were: one that was wrong before must not make all later
   * ones wrong.
   */
  #width: number | undefined;
  /** Counts what was forgotten: what was under way meanwhile is not kept. */
  #forgotten = 0;
  #hits = 0;
  #misses = 0;
  #closing: Promise<void> | undefined;

  constructor(inner: Embedder, { store, logger, ...limits }: ResolvedCacheOptions) {
    this.#inner = inner;
    this.#recent = new RecentVectors(limits);
    this.#stored = store && new StoredVectors(store, { logger, id: inner.id });
  }

  get id(): string {
    return this.#inner.id;
  }

  get dimensions(): number | undefined {
    return this.#inner.dimensions;
  }

  get maxBatchSize(): number | undefined {
    return this.#inner.maxBatchSize;
  }

  get maxBatchTokens(): number | undefined {
    return this.#inner.maxBatchTokens;
  }

  get maxConcurrency(): number | undefined {
    return this.#inner.maxConcurrency;
  }

  get normalized(): boolean | undefined {
    return this.#inner.normalized;
  }

  get profile(): EmbedderProfile | undefined {
    return this.#inner.profile;
  }

  get statistics(): CacheStatistics {
    const { entries, bytes } = this.#recent;
    return { hits: this.#hits, misses: this.#misses, entries, bytes };
  }

  async embed(given: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal, purpose = "document" } = options;
    this.#requireOpen();
    signal?.throwIfAborted();
    const texts = ownTexts(given);
    const keys = texts.map((text) => this.#keyOf(text, purpose));
    const call: CacheCall = { texts, keys, found: new Map(), missing: new Map(), options };
    for (const [place, key] of keys.entries()) {
      const vector = call.found.get(key) ?? this.#recent.get(key);
      if (vector && this.#hasWidth(vector, call)) call.found.set(key, vector);
      else if (!call.missing.has(key)) call.missing.set(key, place);
    }
    if (call.missing.size > 0) await this.#readStored(call);
    this.#hits += texts.length - call.missing.size;
    const tokens = await this.#askForMissing(call);
    // What is no vector is handed on as it came: the caller has to know.
    const vectors = keys.map((key) => copyOf(call.found.get(key)) as Float32Array);
    return tokens === undefined ? { vectors } : { vectors, tokens };
  }

  async forget(texts: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#requireOpen();
    options.signal?.throwIfAborted();
    const keys = texts.flatMap((text) => PURPOSES.map((purpose) => this.#keyOf(text, purpose)));
    this.#drop(keys);
    try {
      await allDone([
        async () => this.#stored?.delete(keys, options),
        async () => this.#inner.forget?.(texts, options),
      ]);
    } finally {
      // Somebody may have read the second layer before it was done.
      this.#drop(keys);
    }
  }

  close(): Promise<void> {
    this.#recent.clear();
    this.#closing ??= allDone([
      async () => this.#stored?.close(),
      async () => this.#inner.close?.(),
    ]);
    return this.#closing;
  }

  #drop(keys: readonly string[]): void {
    this.#forgotten += 1;
    for (const key of keys) this.#recent.delete(key);
  }

  #requireOpen(): void {
    if (!this.#closing) return;
    throw new MemoryError("closed", `embedder ${this.id} is closed: make a new one`);
  }

  #keyOf(text: string, purpose: string): string {
    return hashText(this.id, purpose, text);
  }

  /** Moves what the second layer has from the missing to the found. */
  async #readStored(call: CacheCall): Promise<void> {
    if (!this.#stored) return;
    const { found, missing, options } = call;
    const forgotten = this.#forgotten;
    for (const { key, vector } of await this.#stored.read([...missing.keys()], options)) {
      if (!isVector(vector) || !this.#hasWidth(vector, call)) continue;
      missing.delete(key);
      found.set(key, vector);
      if (this.#mayKeep(forgotten)) this.#recent.set(key, vector);
    }
  }

  /** Asks the embedder for what is missing, and says how many tokens that took. */
  async #askForMissing(call: CacheCall): Promise<number | undefined> {
    if (call.missing.size === 0) return 0;
    const tokens = await this.#ask(call);
    // Now that the width is known, what was found may turn out to be of another one.
    const wrong = new Map<string, number>();
    for (const [place, key] of call.keys.entries()) {
      const length = call.missing.has(key) ? undefined : call.found.get(key)?.length;
      if (length !== undefined && length !== (this.#knownWidth ?? length)) wrong.set(key, place);
    }
    if (wrong.size === 0) return tokens;
    const again = await this.#ask({ ...call, missing: wrong });
    return tokens === undefined || again === undefined ? undefined : tokens + again;
  }

  /**
   * Asks the embedder for what is missing, keeps what is usable of it, and says how many tokens
   * that took.
   */
  async #ask({ texts, found, missing, options }: CacheCall): Promise<number | undefined> {
    const forgotten = this.#forgotten;
    this.#misses += missing.size;
    const places = [...missing.values()];
    const list = places.map((place) => texts[place] ?? "");
    const ask = async (): Promise<EmbedResult> => this.#inner.embed(list, options);
    const answer = await unlessAborted(ask(), options.signal).catch((error: unknown) => {
      throw moveTextIndex(error, places);
    });
    const values = valuesInOrder(this.#inner, answer, missing.size);
    if (MemoryError.is(values)) throw values;
    const made = [...missing.keys()].map((key, index) => ({
      key,
      vector: copyOf(values[index] as Float32Array),
    }));
    for (const { key, vector } of made) found.set(key, vector);
    const usable = made.filter(({ vector }) => isVector(vector));
    this.#width = usable[0]?.vector.length ?? this.#width;
    if (this.#mayKeep(forgotten)) {
      const kept = usable.filter(({ vector }) => vector.length === this.#knownWidth);
      for (const { key, vector } of kept) this.#recent.set(key, vector);
      await this.#stored?.write(kept, options);
    }
    return answer.tokens;
  }

  #mayKeep(forgottenBefore: number): boolean {
    return this.#forgotten === forgottenBefore && !this.#closing;
  }

  get #knownWidth(): number | undefined {
    return this.dimensions ?? this.#width;
  }

  /**
   * Whether it is as wide as they are, or, where that is not known, as the first one that this call
   * found.
   */
  #hasWidth(vector: Float32Array, { found }: CacheCall): boolean {
    const [first = vector] = found.values();
    return vector.length === (this.#knownWidth ?? first.length);
  }
}

/** What one call of `embed` has so far. */
interface CacheCall {
  readonly texts: readonly string[];
  /** One per text. */
  readonly keys: readonly string[];
  readonly found: Map<string, Float32Array>;
  /** Keys of which nothing was found, with the place of the text. */
  readonly missing: Map<string, number>;
  readonly options: EmbedOptions;
}

function copyOf<T>(value: T): T {
  return value instanceof Float32Array ? (value.slice() as T) : value;
}
