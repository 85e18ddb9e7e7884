import { MemoryError } from "@kioku/core";
import type { CallOptions, MemoryRecord } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { changesSince, versionOf } from "./changes-since.js";
import { deliverChange } from "./deliver-change.js";
import { DeliveryLanes } from "./delivery-lanes.js";
import type { FeedNotes } from "./feed-notes.js";
import type { ChangedVersion, FeedPlace } from "./feed-place.js";
import type { FeedProgress } from "./feed-progress.js";
import { FeedTimers } from "./feed-timers.js";
import type { MemoryFeed } from "./memory-feed.js";
import type { MemoryFeedOptions } from "./start-memory-feed.js";

/** Scopes that are delivered at once. */
const LANES = 4;
/** What waits at most; more is read from the store when there is room. */
const MAX_WAITING = 1_000;
/** After so many deliveries, or so much later than the first, it is noted how far the feed came. */
const NOTE_AFTER = 500;
const NOTE_AFTER_MS = 5_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
const NOT_DELIVERED = "some changes were not delivered";

/** What a runner is made of. */
export interface FeedRunnerParts {
  readonly options: MemoryFeedOptions;
  readonly place: FeedPlace;
  readonly notes: FeedNotes;
  readonly progress: FeedProgress;
  readonly stopListening: () => void;
}

/** Delivers what it hears of and what it finds in the store. */
export class FeedRunner implements MemoryFeed {
  readonly #parts: FeedRunnerParts;
  readonly #timers: FeedTimers;
  readonly #lanes: DeliveryLanes;
  readonly #waiters = new Set<() => void>();
  /** Heard of during a scan, to be delivered after it. */
  readonly #held: ChangedVersion[] = [];
  #isBehind = false;
  #scanning: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #failures = 0;
  /** Deliveries that no note tells of. */
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

  /** Takes a change that was heard of. */
  hear(record: MemoryRecord): void {
    if (this.#closing || !this.#parts.place.hears(record.scope)) return;
    const change = versionOf(record);
    if (this.#isBehind || this.#lanes.size + this.#held.length >= MAX_WAITING) this.scan();
    // What the scan finds was written before it.
    else if (this.#scanning) this.#held.push(change);
    else void this.#push(change);
  }

  /** Looks in the store for what was not heard of. */
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

  /** Looks in the store again and again. */
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

  /** When the oldest was written of what waits; `Infinity` if nothing does. */
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
      this.#parts.place,
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

  /** What waits is not waited for: a slow scope must not keep back what else is found. */
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

  /** False: it has to be found again. */
  async #deliver(change: ChangedVersion): Promise<boolean> {
    const { clock, deliver } = this.#parts.options;
    try {
      const delivered = await deliverChange(change, {
        place: this.#parts.place,
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
      : { message: "an error that is none of Kioku's" };
    log.warn(message, { feed: name, ...failure });
  }
}
