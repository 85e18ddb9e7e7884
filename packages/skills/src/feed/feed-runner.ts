import { MemoryError, type CallOptions, type MemoryRecord } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { changesSince, deliverChange, versionOf } from "./changes.js";
import { DeliveryLanes } from "./delivery-lanes.js";
import type { FeedNotes, FeedProgress } from "./feed-progress.js";
import type { ChangedVersion, FeedSource } from "./feed-source.js";
import { FeedTimers } from "./feed-timers.js";
import type { MemoryFeed, MemoryFeedOptions } from "./memory-feed.js";

const LANES = 4;
/** Most changes that wait. More are read from the store later. */
const MAX_WAITING = 1_000;
/** Deliveries, and time since the first of them, after which a note is written. */
const NOTE_AFTER = 500;
const NOTE_AFTER_MS = 5_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
const NOT_DELIVERED = "some changes were not delivered";

interface FeedRunnerParts {
  readonly options: MemoryFeedOptions;
  readonly source: FeedSource;
  readonly notes: FeedNotes;
  readonly progress: FeedProgress;
  readonly stopListening: () => void;
}

/** Delivers the changes that the memory tells of and those found in the store. */
export class FeedRunner implements MemoryFeed {
  readonly #parts: FeedRunnerParts;
  readonly #timers: FeedTimers;
  readonly #lanes: DeliveryLanes;
  readonly #waiters = new Set<() => void>();
  /** Changes that the memory told of during a scan. */
  readonly #held: ChangedVersion[] = [];
  #isBehind = false;
  #scanning: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #failures = 0;
  #unnoted = 0;

  constructor(parts: FeedRunnerParts) {
    this.#parts = parts;
    this.#timers = new FeedTimers(parts.options.schedule);
    this.#lanes = new DeliveryLanes({
      atOnce: LANES,
      deliver: (change) => this.#deliver(change),
      onIdle: () => this.#tellWaiters(),
    });
  }

  take(record: MemoryRecord): void {
    if (this.#closing || !this.#parts.source.covers(record.scope)) return;
    const change = versionOf(record);
    if (this.#isBehind || this.#lanes.size + this.#held.length >= MAX_WAITING) this.scan();
    // The scan finds only what was written before it.
    else if (this.#scanning) this.#held.push(change);
    else void this.#push(change);
  }

  /** Looks in the store for changes that the memory did not tell of. */
  scan(): void {
    this.#isBehind = true;
    if (this.#closing || this.#scanning || this.#timers.has("retry")) return;
    this.#scanning = this.#scanAll().finally(() => {
      this.#scanning = undefined;
      if (this.#isBehind) this.scan();
      else if (!this.#closing) {
        for (const change of this.#held.splice(0)) void this.#push(change);
      }
      this.#tellWaiters();
    });
  }

  poll(): void {
    const { pollMs } = this.#parts.options;
    if (pollMs === undefined || this.#closing) return;
    this.#timers.start("poll", pollMs, () => {
      this.scan();
      this.poll();
    });
  }

  async settled(options: CallOptions = {}): Promise<void> {
    await unlessAborted(this.#settled(), options.signal);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get #isBusy(): boolean {
    return this.#lanes.size > 0 || this.#scanning !== undefined || this.#isBehind;
  }

  /** Time of the oldest change that waits; `Infinity` if none does. */
  get #oldestMs(): number {
    return Math.min(this.#lanes.oldestMs, ...this.#held.map(({ atMs }) => atMs));
  }

  async #settled(): Promise<void> {
    while (this.#isBusy && !this.#closing) {
      await new Promise<void>((resolve) => {
        this.#waiters.add(resolve);
      });
    }
    await this.#closing;
  }

  #tellWaiters(): void {
    if (this.#isBusy && !this.#closing) return;
    for (const tell of this.#waiters) tell();
    this.#waiters.clear();
  }

  async #close(): Promise<void> {
    this.#parts.stopListening();
    this.#timers.stopAll();
    const oldestMs = this.#oldestMs;
    this.#lanes.drop();
    await Promise.all([this.#scanning, this.#lanes.idle()]);
    this.#tellWaiters();
    try {
      await this.#parts.notes.write(this.#parts.progress.toNote(oldestMs));
    } catch (error) {
      this.#warn("how far the feed came could not be noted, so some changes come again", error);
    }
  }

  async #scanAll(): Promise<void> {
    while (this.#isBehind && !this.#closing) {
      this.#isBehind = false;
      try {
        await this.#scanOnce();
        this.#failures = 0;
      } catch (error) {
        this.#retryLater(error);
        return;
      }
    }
  }

  async #scanOnce(): Promise<void> {
    const startedMs = this.#parts.options.clock().getTime();
    for await (const changes of changesSince(
      this.#parts.source,
      this.#parts.progress.fromMs,
      this.#parts.options,
    )) {
      if (this.#closing) return;
      const missing = changes.filter((one) => !this.#isKnown(one));
      const delivered = await Promise.all(missing.map((one) => this.#push(one)));
      if (this.#closing) return;
      if (delivered.includes(false)) throw new MemoryError("store-failed", NOT_DELIVERED);
      const last = changes.at(-1);
      if (last) this.#advance(Math.min(last.atMs, startedMs));
      if (this.#unnoted >= NOTE_AFTER) await this.#note();
    }
    this.#advance(startedMs);
    if (this.#unnoted > 0) await this.#note();
  }

  /** Changes that wait are known: a slow scope must not hold up the others. */
  #isKnown(change: ChangedVersion): boolean {
    return this.#parts.progress.has(change) || this.#lanes.has(change);
  }

  #advance(toMs: number): void {
    this.#parts.progress.advance(Math.min(toMs, this.#oldestMs));
  }

  async #note(): Promise<void> {
    const unnoted = this.#unnoted;
    await this.#parts.notes.write(this.#parts.progress.toNote(this.#oldestMs));
    this.#unnoted -= unnoted;
    this.#timers.stop("note");
    if (this.#unnoted > 0) this.#noteLater();
  }

  #noteLater(): void {
    if (!this.#closing) this.#timers.start("note", NOTE_AFTER_MS, () => this.scan());
  }

  async #push(change: ChangedVersion): Promise<boolean> {
    const delivered = await this.#lanes.push(change);
    if (delivered) return true;
    this.#parts.progress.goBack(change.atMs);
    if (this.#scanning) this.#isBehind = true;
    else this.#retryLater(undefined);
    return false;
  }

  /** Returns false if a scan has to find the change again. */
  async #deliver(change: ChangedVersion): Promise<boolean> {
    const { clock, deliver } = this.#parts.options;
    try {
      const delivered = await deliverChange(change, {
        source: this.#parts.source,
        progress: this.#parts.progress,
        now: clock(),
        deliver: (one) => deliver(one, {}),
      });
      this.#unnoted += delivered;
    } catch (error) {
      this.#warn("a change of the memory was not delivered and is tried again", error);
      return false;
    }
    if (this.#unnoted >= NOTE_AFTER && !this.#isBehind) this.scan();
    else if (this.#unnoted > 0) this.#noteLater();
    return true;
  }

  #retryLater(error: unknown): void {
    this.#isBehind = true;
    if (this.#closing || this.#timers.has("retry")) return;
    if (error !== undefined)
      this.#warn("the memory could not be looked through, and is again", error);
    const delayMs = Math.min(MIN_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    this.#timers.start("retry", delayMs, () => this.scan());
  }

  #warn(message: string, error: unknown): void {
    const { log, name } = this.#parts.options;
    const failure = MemoryError.is(error)
      ? { code: error.code, message: error.message }
      : { message: "unknown error" };
    log.warn(message, { feed: name, ...failure });
  }
}
