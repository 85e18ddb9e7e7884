import { MemoryError } from "@kioku/core";
import type { WriteQuota } from "@kioku/core/toolkit";

/**
 * A time is counted in so many parts: what was written is forgotten at most a sixteenth of the time
 * late.
 */
const PARTS = 16;
const DEFAULT_MAX_COUNTED = 10_000;

/** What quotas are counted with. */
export interface WriteQuotasOptions {
  readonly clock: () => Date;
  /** For how many pairs of skill and memory counts are kept. @defaultValue `10_000` */
  readonly maxCounted?: number | undefined;
}

/** Whose writes are counted, and by which quota. */
export interface CountedWrites {
  /** Name of the skill. */
  readonly skill: string;
  /** The shared memory, by the name that `placeOf` gives it. */
  readonly place: string;
  /** Each of these has to allow it; equal ones are one. */
  readonly quotas: readonly WriteQuota[];
}

/** Writes of one part of the time. */
interface Part {
  readonly index: number;
  records: number;
}

/**
 * Counts the writes of skills, for each skill, shared memory and quota, in a time that slides in
 * sixteenths of its length: in no span of the quota's time are there more than the quota allows; in
 * the worst case somewhat fewer. Only the pairs counted last are kept: with more skills and
 * memories than that at once, what was longest not counted begins anew.
 */
export class WriteQuotas {
  readonly #clock: () => Date;
  readonly #maxCounted: number;
  readonly #counted = new Map<string, Part[]>();
  /**
   * Time that passed, in milliseconds; it stands still while the clock is set back, and goes on
   * from there.
   */
  #nowMs = 0;
  #lastMs: number | undefined;

  constructor({ clock, maxCounted = DEFAULT_MAX_COUNTED }: WriteQuotasOptions) {
    this.#clock = clock;
    this.#maxCounted = maxCounted;
  }

  /** How many counts are kept. */
  get size(): number {
    return this.#counted.size;
  }

  /**
   * Counts so many records, or none of them.
   * @throws `limit-exceeded` if a quota does not allow them. With `retryAfterMs` where waiting
   *   helps, which it does not for more records at once than the quota has.
   */
  count({ skill, place, quotas }: CountedWrites, records: number): void {
    this.#advance();
    const named = quotas.map((quota): readonly [string, WriteQuota] => {
      return [JSON.stringify([skill, place, quota.records, quota.perMs]), quota];
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

  /**
   * A clock that is set back must not make anybody wait for longer than what is left of the time of
   * the quota.
   */
  #advance(): void {
    const atMs = this.#clock().getTime();
    this.#nowMs += Math.max(0, atMs - (this.#lastMs ?? atMs));
    this.#lastMs = atMs;
  }

  #partsOf(name: string, quota: WriteQuota): Part[] {
    // What was written at the very beginning of a part is within the time until the part after it
    // has ended.
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
      return new MemoryError("limit-exceeded", `${what}, and would write more than that at once`);
    }
    // The first instant at which the part counts no longer.
    const freeAtMs = ((last.index + PARTS + 1) * quota.perMs) / PARTS;
    const retryAfterMs = Math.max(1, Math.ceil(freeAtMs - this.#nowMs));
    const error = new MemoryError(
      "limit-exceeded",
      `${what}, and has; it may again in ${retryAfterMs} ms`,
      { retryable: true },
    );
    return Object.assign(error, { retryAfterMs });
  }
}
