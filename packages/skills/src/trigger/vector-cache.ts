import { MemoryError } from "@kioku/core";
import type { CallOptions, JsonValue, Memory, MemoryRecord, SkillLog } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import { packNumbers, packVectors, unpackNumbers, unpackVectors } from "./packed-vectors.js";

const KIND = "trigger-vectors";
/** Time after which unused vectors expire, in milliseconds: 90 days. */
const KEPT_MS = 90 * 86_400_000;
/** Most entries to read by key; more are read by listing all. */
const FEW = 32;
const PAGE = 250;
/** Most bytes of vectors in one entry. Owners with more are embedded at every start. */
const MAX_BYTES = 700_000;

export interface CachedTexts {
  readonly name: string;
  /** Texts that the vectors depend on. */
  readonly texts: readonly string[];
  /** Anything else that the numbers depend on; nothing by default. */
  readonly parts?: string;
}

export interface CachedVectors {
  readonly name: string;
  /** One per text, of length 1. */
  readonly vectors: readonly Float32Array[];
  /** Numbers of the owner, kept beside the vectors. */
  readonly numbers: Float32Array;
}

interface VectorCacheOptions {
  readonly space: string;
  /** Returns a text that changes with whatever else the entries depend on. */
  readonly revision: () => string;
  readonly memory: Memory;
  readonly clock: () => Date;
  readonly log: SkillLog;
}

/**
 * Keeps vectors of texts in a memory, an entry for each owner and vector space. Unused entries
 * expire; damaged ones count as missing. Only an abort rejects, not a memory that fails.
 */
export class VectorCache {
  readonly #options: VectorCacheOptions;
  readonly #spaceHash: string;
  #revision: string | undefined;

  constructor(options: VectorCacheOptions) {
    this.#options = options;
    this.#spaceHash = hashText(options.space).slice(0, 16);
  }

  /** Reads entries by name, and renews those that expire before long. */
  async read(
    wanted: readonly CachedTexts[],
    { signal }: CallOptions,
  ): Promise<Map<string, CachedVectors>> {
    const options = { signal };
    const found = new Map<string, CachedVectors>();
    const ageing: (CachedTexts & CachedVectors)[] = [];
    const missing = new Map(wanted.map((one) => [this.#keyOf(one.name), one]));
    const take = (record: MemoryRecord): void => {
      const asked = missing.get(record.key ?? "");
      const entry = asked && this.#parse(record.value, asked);
      if (!entry) return;
      found.set(asked.name, entry);
      missing.delete(record.key ?? "");
      if (this.#isAgeing(record)) ageing.push({ ...asked, ...entry });
    };
    await this.#attempt("read", options, async () => {
      for await (const record of this.#records([...missing.keys()], options)) {
        take(record);
        if (missing.size === 0) break;
      }
    });
    await this.write(ageing, options);
    return found;
  }

  async write(
    entries: readonly (CachedTexts & CachedVectors)[],
    { signal }: CallOptions,
  ): Promise<void> {
    const options = { signal };
    for (let start = 0; start < entries.length; start += PAGE) {
      const part = entries
        .slice(start, start + PAGE)
        .filter((entry) => bytesOf(entry) <= MAX_BYTES);
      await this.#attempt("written", options, async () => {
        await this.#options.memory.rememberAll(
          part.map((entry) => ({
            key: this.#keyOf(entry.name),
            kind: KIND,
            content: "vectors of what wakes a skill",
            value: this.#valueOf(entry),
            metadata: { space: this.#spaceHash },
            index: false,
            ttlMs: KEPT_MS,
          })),
          options,
        );
      });
    }
  }

  async *#records(keys: readonly string[], options: CallOptions): AsyncGenerator<MemoryRecord> {
    const { memory } = this.#options;
    const filter =
      keys.length <= FEW
        ? { space: this.#spaceHash, "@key": { $in: keys } }
        : { space: this.#spaceHash };
    let cursor: string | undefined;
    do {
      const page = await memory.list({ kinds: [KIND], filter, limit: PAGE, cursor }, options);
      yield* page.items;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }

  #keyOf(name: string): string {
    return `${KIND}/${this.#spaceHash}/${name}`;
  }

  #isAgeing({ expiresAt }: MemoryRecord): boolean {
    const left = (expiresAt?.getTime() ?? 0) - this.#options.clock().getTime();
    return left < KEPT_MS / 2;
  }

  async #attempt(what: string, { signal }: CallOptions, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      signal?.throwIfAborted();
      const reason = MemoryError.is(error) ? error.code : "unknown";
      this.#options.log.warn(`vectors of triggers could not be ${what}`, { reason });
    }
  }

  #valueOf(entry: CachedTexts & CachedVectors): JsonValue {
    return {
      digest: this.#digestOf(entry),
      vectors: packVectors(entry.vectors),
      numbers: packNumbers(entry.numbers),
    };
  }

  #parse(value: JsonValue | undefined, asked: CachedTexts): CachedVectors | undefined {
    if (typeof value !== "object" || value === null || !("digest" in value)) return undefined;
    const { digest, vectors: packed, numbers: packedNumbers } = value;
    if (digest !== this.#digestOf(asked) || typeof packed !== "string") return undefined;
    const numbers = unpackNumbers(packedNumbers);
    if (!numbers) return undefined;
    const vectors = unpackVectors(packed, asked.texts.length);
    return vectors && { name: asked.name, vectors, numbers };
  }

  #digestOf({ texts, parts = "" }: CachedTexts): string {
    this.#revision ??= this.#options.revision();
    return hashText(this.#revision, parts, ...texts);
  }
}

function bytesOf({ vectors }: CachedVectors): number {
  return vectors.length * (vectors[0]?.length ?? 0);
}
