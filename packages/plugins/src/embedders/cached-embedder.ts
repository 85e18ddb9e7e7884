import { MemoryError, type CallOptions, type Embedder } from "@kioku/core";
import {
  checkEmbedder,
  DelegatingEmbedder,
  hashText,
  LruMap,
  ownTexts,
  textIndexOf,
  toUnitVector,
  unlessAborted,
  valuesInOrder,
} from "@kioku/core/toolkit";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

import { resolveCacheOptions, StoredVectors } from "./embedder-cache.js";
import type {
  CacheStatistics,
  CachedEmbedderOptions,
  ResolvedCacheOptions,
} from "./embedder-cache.js";
import { settleAll } from "./settle-all.js";

/** An embedder with a cache. */
export interface CachedEmbedder extends Embedder {
  /** Returns a copy of the statistics of its cache. */
  readonly statistics: CacheStatistics;
  /** Forgets the vectors of these texts in both layers and in the embedder inside. */
  forget(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Closes the embedder inside and the second layer. Later calls reject with `closed`. */
  close(): Promise<void>;
}

/**
 * Wraps an embedder with a cache by hash of text and purpose, least recently used evicted first.
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

class CachingEmbedder extends DelegatingEmbedder implements CachedEmbedder {
  readonly #recent: LruMap<string, Float32Array>;
  readonly #stored: StoredVectors | undefined;
  /** Width of the last answer, so that one wrong answer does not make later ones wrong. */
  #width: number | undefined;
  /** Number of calls of `forget`; answers that were under way meanwhile are not kept. */
  #forgotten = 0;
  #hits = 0;
  #misses = 0;
  #closing: Promise<void> | undefined;

  constructor(inner: Embedder, options: ResolvedCacheOptions) {
    super(inner);
    const { maxEntries, maxBytes, store, logger } = options;
    this.#recent = new LruMap({ maxEntries, maxSize: maxBytes, sizeOf: bytesOf });
    this.#stored = store && new StoredVectors(store, { id: inner.id, logger });
  }

  get statistics(): CacheStatistics {
    const { size, totalSize } = this.#recent;
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: totalSize };
  }

  async embed(given: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal, purpose = "document" } = options;
    this.#requireOpen();
    signal?.throwIfAborted();
    const texts = ownTexts(given);
    const keys = texts.map((text) => this.#keyOf(text, purpose));
    const call: CacheCall = { texts, keys, found: new Map(), missing: new Map(), options };
    for (const [index, key] of keys.entries()) {
      const vector = call.found.get(key) ?? this.#recent.get(key);
      if (vector && this.#hasWidth(vector, call)) call.found.set(key, vector);
      else if (!call.missing.has(key)) call.missing.set(key, index);
    }
    if (call.missing.size > 0) await this.#readStored(call);
    this.#hits += texts.length - call.missing.size;
    const tokens = await this.#askForMissing(call);
    // Values that are no vectors are passed on, for the caller to refuse.
    const vectors = keys.map((key) => copyOf(call.found.get(key)) as Float32Array);
    return tokens === undefined ? { vectors } : { vectors, tokens };
  }

  async forget(texts: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#requireOpen();
    options.signal?.throwIfAborted();
    const keys = texts.flatMap((text) => PURPOSES.map((purpose) => this.#keyOf(text, purpose)));
    this.#drop(keys);
    try {
      await settleAll([
        async () => this.#stored?.delete(keys, options),
        async () => this.inner.forget?.(texts, options),
      ]);
    } finally {
      // Another call may have read the second layer meanwhile.
      this.#drop(keys);
    }
  }

  close(): Promise<void> {
    this.#recent.clear();
    this.#closing ??= settleAll([
      async () => this.#stored?.close(),
      async () => this.inner.close?.(),
    ]);
    return this.#closing;
  }

  #drop(keys: readonly string[]): void {
    this.#forgotten += 1;
    for (const key of keys) this.#recent.delete(key);
  }

  #requireOpen(): void {
    if (!this.#closing) return;
    throw new MemoryError("closed", `embedder ${this.id} is closed; create a new one`);
  }

  #keyOf(text: string, purpose: string): string {
    return hashText(this.id, purpose, text);
  }

  /** Moves vectors of the second layer from `missing` to `found`. */
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

  /** Asks the embedder for the missing texts and returns the tokens that took. */
  async #askForMissing(call: CacheCall): Promise<number | undefined> {
    if (call.missing.size === 0) return 0;
    const tokens = await this.#ask(call);
    // With the width known now, found vectors may be of another one.
    const wrong = new Map<string, number>();
    for (const [index, key] of call.keys.entries()) {
      const length = call.missing.has(key) ? undefined : call.found.get(key)?.length;
      if (length !== undefined && length !== (this.#knownWidth ?? length)) wrong.set(key, index);
    }
    if (wrong.size === 0) return tokens;
    const again = await this.#ask({ ...call, missing: wrong });
    return tokens === undefined || again === undefined ? undefined : tokens + again;
  }

  /** Asks for the missing texts once and keeps the usable vectors. Returns the tokens that took. */
  async #ask({ texts, found, missing, options }: CacheCall): Promise<number | undefined> {
    const forgotten = this.#forgotten;
    this.#misses += missing.size;
    const indexes = [...missing.values()];
    const list = indexes.map((index) => texts[index] ?? "");
    const ask = async (): Promise<EmbedResult> => this.inner.embed(list, options);
    const answer = await unlessAborted(ask(), options.signal).catch((error: unknown) => {
      throw moveTextIndex(error, indexes);
    });
    const values = valuesInOrder(this.inner, answer, missing.size);
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

  /** Compares with the known width, or else with the first vector that this call found. */
  #hasWidth(vector: Float32Array, { found }: CacheCall): boolean {
    const [first = vector] = found.values();
    return vector.length === (this.#knownWidth ?? first.length);
  }
}

/** State of one call of `embed`. */
interface CacheCall {
  readonly texts: readonly string[];
  /** One per text. */
  readonly keys: readonly string[];
  readonly found: Map<string, Float32Array>;
  /** Keys without a vector, with the index of their text. */
  readonly missing: Map<string, number>;
  readonly options: EmbedOptions;
}

/** Returns true for a vector with a direction: not zero, not empty, and finite. */
function isVector(value: unknown): boolean {
  return value instanceof Float32Array && toUnitVector(value) !== undefined;
}

function copyOf<T>(value: T): T {
  return value instanceof Float32Array ? (value.slice() as T) : value;
}

/** Bytes of an entry beside its numbers, about: its key, an array, a slot of the map. */
const ENTRY_BYTES = 400;

function bytesOf(vector: Float32Array): number {
  return vector.byteLength + ENTRY_BYTES;
}

/** Rewrites an `invalid-input` about texts for the list that they were taken from, at `places`. */
function moveTextIndex(error: unknown, places: readonly number[]): unknown {
  if (!MemoryError.is(error, "invalid-input")) return error;
  if (places.every((place, index) => place === index)) return error;
  const message = error.message.replaceAll(
    /\btexts\[(\d+)\]/gu,
    (_, index: string) => `texts[${places[Number(index)] ?? index}]`,
  );
  const index = textIndexOf(error, places.length);
  const details = index === undefined ? {} : { textIndex: places[index] };
  return new MemoryError("invalid-input", message, { cause: error, details });
}
