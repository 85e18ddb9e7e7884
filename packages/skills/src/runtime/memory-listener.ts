import type { AsyncLocalStorage } from "node:async_hooks";

import type { CallOptions, ForgottenEvent, Memory, SkillEvent } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { FeedPlace } from "../feed/feed-place.js";
import type { MemoryFeed } from "../feed/memory-feed.js";
import { startMemoryFeed } from "../feed/start-memory-feed.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";

/** What a listener works with. */
export interface MemoryListenerParts {
  /** The memory, limits and seams. */
  readonly settings: RuntimeSettings;
  /** Where the runtime keeps its notes. */
  readonly notes: Memory;
  /** Skills that led to what runs just now. */
  readonly trails: AsyncLocalStorage<readonly string[]>;
  /** Brings an event to the skills. */
  readonly deliver: (event: SkillEvent, memory: Memory, options: CallOptions) => Promise<void>;
}

/** Which changes of the memory skills listen for. */
export interface Wanted {
  /** Records that were written. */
  readonly remembered: boolean;
  /** Records that were forgotten. */
  readonly forgotten: boolean;
}

/** Makes events of the changes of a memory as long as skills listen for them. */
export class MemoryListener {
  readonly #parts: MemoryListenerParts;
  readonly #place: FeedPlace;
  readonly #underWay = new Set<Promise<void>>();
  #feed: MemoryFeed | undefined;
  #forgotten: AbortController | undefined;

  constructor(parts: MemoryListenerParts) {
    this.#parts = parts;
    this.#place = new FeedPlace(parts.settings.memory, parts.notes);
  }

  /** Begins and ends to listen as skills want it. */
  async follow({ remembered, forgotten }: Wanted): Promise<void> {
    if (forgotten) this.#listen();
    else this.#leave();
    if (remembered) {
      this.#feed ??= await this.#startFeed();
      return;
    }
    const feed = this.#feed;
    this.#feed = undefined;
    await feed?.close();
  }

  /** Resolves when all that is known by now was delivered. */
  async settled(options: CallOptions): Promise<void> {
    const forgotten = Promise.allSettled(this.#underWay);
    await Promise.all([this.#feed?.settled(options), unlessAborted(forgotten, options.signal)]);
  }

  #startFeed(): Promise<MemoryFeed> {
    const { settings, notes } = this.#parts;
    const { memory, memoryEvents, name, clock, schedule, log } = settings;
    return startMemoryFeed({
      memory,
      notes,
      name,
      ...memoryEvents,
      clock,
      schedule,
      log,
      deliver: ({ eventId: id, record, memory: place, trail }, options) =>
        this.#tell({ id, name: "memory.remembered", data: { record }, trail }, place, options),
    });
  }

  #leave(): void {
    this.#forgotten?.abort();
    this.#forgotten = undefined;
  }

  #listen(): void {
    if (this.#forgotten) return;
    const { memory, memoryEvents } = this.#parts.settings;
    this.#forgotten = new AbortController();
    const { signal } = this.#forgotten;
    const { reach } = memoryEvents;
    memory.on("forgotten", (event) => this.#onForgotten(event, signal), { signal, reach });
  }

  #onForgotten({ scope, ids }: ForgottenEvent, signal: AbortSignal): void {
    const { settings, trails } = this.#parts;
    const { maxWaiting, generateId, log } = settings;
    if (!this.#place.hears(scope)) return;
    if (this.#underWay.size >= Math.max(1, maxWaiting)) {
      log.warn("memory.forgotten was not delivered: too many wait already");
      return;
    }
    // What a skill forgets is told in its own call, so this is what led there.
    const trail = trails.getStore() ?? [];
    const event = { id: generateId(), name: "memory.forgotten", data: { ids }, trail } as const;
    const delivered = this.#tell(event, this.#place.viewOf(scope), { signal }).catch(
      (error: unknown) => log.debug("memory.forgotten was not delivered", String(error)),
    );
    this.#underWay.add(delivered);
    void delivered.then(() => this.#underWay.delete(delivered));
  }

  /**
   * Brings it to the skills as something of its own, not as a part of what was running when the
   * memory told of it.
   */
  #tell(event: Omit<SkillEvent, "at">, place: Memory, options: CallOptions): Promise<void> {
    const { settings, trails, deliver } = this.#parts;
    const trail = Object.freeze([...event.trail]);
    const whole = Object.freeze({ ...event, at: settings.clock(), trail });
    return trails.run([], () => deliver(whole, place, options));
  }
}
