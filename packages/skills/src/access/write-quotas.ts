import { MemoryError } from "@kioku/core";
import type { WriteQuota } from "@kioku/core/toolkit";

/** Parts of the time of a quota. Writes are forgotten at most one part late. */
const PARTS = 16;
const DEFAULT_MAX_COUNTED = 10_000;

interface WriteQuotasOptions {
  readonly clock: () => Date;
  /** Most pairs of skill and memory with counts. @defaultValue `10_000` */
  readonly maxCounted?: number | undefined;
}

interface CountedWrites {
  readonly skill: string;
  /** Key of the shared memory, by `MemoryKeys`. */
  readonly memoryKey: string;
  /** Each of these has to allow the writes; equal ones are one. */
  readonly quotas: readonly WriteQuota[];
}

interface Part {
  readonly index: number;
  records: number;
}

/**
 * Counts the writes of skills in a window that slides in sixteenths of its length. Only the pairs
 * of skill and memory counted last are kept.
 */
export class WriteQuotas {
  readonly #clock: () => Date;
  readonly #maxCounted: number;
  readonly #counted = new Map<string, Part[]>();
  /** Time that passed, in milliseconds. It stands still while the clock is set back. */
  #nowMs = 0;
  #lastMs: number | undefined;

  constructor({ clock, maxCounted = DEFAULT_MAX_COUNTED }: WriteQuotasOptions) {
    this.#clock = clock;
    this.#maxCounted = maxCounted;
  }

  get size(): number {
    return this.#counted.size;
  }

  /**
   * Counts some records, all or none.
   * @throws `limit-exceeded` if a quota does not allow them, with `retryAfterMs` if waiting helps.
   */
  count({ skill, memoryKey, quotas }: CountedWrites, records: number): void {
    this.#advance();
    const named = quotas.map((quota): readonly [string, WriteQuota] => {
      return [JSON.stringify([skill, memoryKey, quota.records, quota.perMs]), quota];
    });
    const counts = [...new Map(named)].map(([name, quota]) => {
      return { name, quota, parts: this.#partsOf(name, quota) };
    });
    for (const { quota, parts } of counts) {
      const used = parts.reduce((sum, part) => sum + part.records, 0);
      if (used + records > quota.records) {
        throw this.#exceeded({ skill, quota, parts, needed: used + records - quota.records });
      }
    }
    for (const { name, quota, parts } of counts) {
      this.#keep(name, parts, { index: this.#indexOf(quota), records });
    }
  }

  /** Advances the time. A clock that is set back must not prolong the wait. */
  #advance(): void {
    const atMs = this.#clock().getTime();
    this.#nowMs += Math.max(0, atMs - (this.#lastMs ?? atMs));
    this.#lastMs = atMs;
  }

  #partsOf(name: string, quota: WriteQuota): Part[] {
    // Writes at the start of a part count until the next part has ended.
    const oldest = this.#indexOf(quota) - PARTS;
    return (this.#counted.get(name) ?? []).filter(({ index }) => index >= oldest);
  }

  #indexOf({ perMs }: WriteQuota): number {
    return Math.floor((this.#nowMs / perMs) * PARTS);
  }

  #keep(name: string, parts: Part[], added: Part): void {
    const last = parts.at(-1);
    if (last?.index === added.index) last.records += added.records;
    else parts.push(added);
    this.#counted.delete(name);
    this.#counted.set(name, parts);
    for (const oldest of this.#counted.keys()) {
      if (this.#counted.size <= this.#maxCounted) return;
      this.#counted.delete(oldest);
    }
  }

  #exceeded(given: {
    readonly skill: string;
    readonly quota: WriteQuota;
    readonly parts: readonly Part[];
    readonly needed: number;
  }): MemoryError {
    const { skill, quota, parts, needed } = given;
    let freed = 0;
    const last = parts.find((part) => (freed += part.records) >= needed);
    const what = `skill ${JSON.stringify(skill)} may write ${quota.records} records in ${quota.perMs} ms`;
    if (last === undefined) {
      return new MemoryError("limit-exceeded", `${what}: too many at once`);
    }
    // The first instant at which the part counts no longer.
    const freeAtMs = ((last.index + PARTS + 1) * quota.perMs) / PARTS;
    const retryAfterMs = Math.max(1, Math.ceil(freeAtMs - this.#nowMs));
    return new MemoryError(
      "limit-exceeded",
      `${what}: quota exceeded, retry in ${retryAfterMs} ms`,
      { retryable: true, details: { retryAfterMs } },
    );
  }
}
