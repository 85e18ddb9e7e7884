import { MemoryError, type CallOptions, type JsonObject } from "@kioku/core";

import type { MindHost } from "../model/mind-host.js";
import { unlessConflict } from "../records/conflicts.js";
import { objectOf } from "../records/json.js";
import { readByKey } from "../records/read-records.js";

/** Record of a lease, and how long it lasts. */
export interface LeasePlace extends Pick<MindHost, "memory" | "clock" | "leaseMs" | "logger"> {
  readonly key: string;
  readonly kind: string;
  /** Cause of its changes in the history. */
  readonly cause?: string | undefined;
  /** Members of its value beside the owner and the end. */
  readonly value?: JsonObject | undefined;
}

/** A lease that ends later than so many of its times is from a clock that was wrong. */
const MOST_TIMES = 10;

/** Tests if a lease is held now. */
export function isHeld(
  until: unknown,
  { clock, leaseMs }: Pick<LeasePlace, "clock" | "leaseMs">,
): boolean {
  const leftMs = typeof until === "number" ? until - clock().getTime() : 0;
  return leftMs > 0 && leftMs <= MOST_TIMES * leaseMs;
}

/** Right of one owner to work in a scope. It saves work; versions of records keep results right. */
export class Lease {
  readonly #place: LeasePlace;
  readonly #owner: string;
  #version: number;
  #until = 0;

  private constructor(place: LeasePlace, owner: string, version: number) {
    this.#place = place;
    this.#owner = owner;
    this.#version = version;
  }

  /** Takes a lease; `undefined` while another owner has it. */
  static async take(
    place: LeasePlace,
    owner: string,
    options: CallOptions,
  ): Promise<Lease | undefined> {
    const record = await readByKey(place.memory, place.key, options);
    const { until } = objectOf(record?.value);
    if (isHeld(until, place)) return undefined;
    const lease = new Lease(place, owner, record?.version ?? 0);
    return (await lease.#write(options)) ? lease : undefined;
  }

  /** Renews it once half of its time is over; returns false if another owner has taken it. */
  async renew(options: CallOptions): Promise<boolean> {
    const { clock, leaseMs } = this.#place;
    return this.#until - clock().getTime() > leaseMs / 2 || this.#write(options);
  }

  /** Gives it back. It ends by itself if that fails. */
  async release(): Promise<void> {
    const { memory, key, cause, logger } = this.#place;
    try {
      await memory.forget({ key }, { ifVersion: this.#version, purge: true, cause });
    } catch (error) {
      const isOver = MemoryError.is(error, "conflict") || MemoryError.is(error, "closed");
      if (!isOver) logger.warn("lease was not given back", { error });
    }
  }

  async #write({ signal }: CallOptions): Promise<boolean> {
    const { memory, key, kind, cause, value, clock, leaseMs } = this.#place;
    const until = clock().getTime() + leaseMs;
    const fixed = { kind, origin: "derived", index: false, cause, signal } as const;
    const given = { ...value, owner: this.#owner, until };
    const writing = memory.set(key, given, { ...fixed, ifVersion: this.#version });
    const record = await unlessConflict(writing);
    if (!record) return false;
    [this.#version, this.#until] = [record.version, until];
    return true;
  }
}
