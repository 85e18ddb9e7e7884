import type { AsyncLocalStorage } from "node:async_hooks";

import type { CallOptions, ForgottenEvent, Memory, SkillEvent } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { FeedSource } from "../feed/feed-source.js";
import type { MemoryFeed } from "../feed/memory-feed.js";
import { startMemoryFeed } from "../feed/start-memory-feed.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";

type DeliveryOptions = CallOptions & { readonly memory: Memory };

interface MemoryListenerParts {
  readonly settings: RuntimeSettings;
  readonly notes: Memory;
  /** Skills that led to what runs just now. */
  readonly causePaths: AsyncLocalStorage<readonly string[]>;
  /** Brings an event to the skills. */
  readonly deliver: (event: SkillEvent, options: DeliveryOptions) => Promise<void>;
}

interface Subscriptions {
  readonly remembered: boolean;
  readonly forgotten: boolean;
}

/** Makes events of the changes of a memory while skills subscribe to them. */
export class MemoryListener {
  readonly #parts: MemoryListenerParts;
  readonly #source: FeedSource;
  readonly #underWay = new Set<Promise<void>>();
  #feed: MemoryFeed | undefined;
  #forgotten: AbortController | undefined;

  constructor(parts: MemoryListenerParts) {
    this.#parts = parts;
    this.#source = new FeedSource(parts.settings.memory, parts.notes);
  }

  /** Starts and stops listening by what skills subscribe to. */
  async follow({ remembered, forgotten }: Subscriptions): Promise<void> {
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

  /** Resolves when all changes known by now were delivered. */
  async settled(options: CallOptions): Promise<void> {
    const forgotten = Promise.allSettled(this.#underWay);
    await Promise.all([this.#feed?.settled(options), unlessAborted(forgotten, options.signal)]);
  }

  #startFeed(): Promise<MemoryFeed> {
    const { settings, notes } = this.#parts;
    const { memory, memoryEvents, name, clock, schedule, background, log } = settings;
    return startMemoryFeed({
      memory,
      notes,
      name,
      ...memoryEvents,
      clock,
      schedule,
      background,
      log,
      deliver: ({ eventId: id, record, memory: scope, causePath }, options) => {
        const event = {
          id,
          name: "memory.remembered",
          data: { record },
          trail: causePath,
        } as const;
        return this.#deliver(event, { ...options, memory: scope });
      },
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
    const { settings, causePaths } = this.#parts;
    const { maxWaiting, generateId, log } = settings;
    if (!this.#source.covers(scope)) return;
    if (this.#underWay.size >= Math.max(1, maxWaiting)) {
      log.warn("memory.forgotten was not delivered: too many wait already");
      return;
    }
    // The event comes within the call that forgets, so its causes are those of that call.
    const trail = causePaths.getStore() ?? [];
    const event = { id: generateId(), name: "memory.forgotten", data: { ids }, trail } as const;
    const memory = this.#source.viewOf(scope);
    const delivered = this.#deliver(event, { memory, signal }).catch((error: unknown) =>
      log.debug("memory.forgotten was not delivered", String(error)),
    );
    this.#underWay.add(delivered);
    void delivered.then(() => this.#underWay.delete(delivered));
  }

  /** Delivers an event as a root of its own, not as part of the call that caused it. */
  #deliver(event: Omit<SkillEvent, "at">, options: DeliveryOptions): Promise<void> {
    const { settings, causePaths, deliver } = this.#parts;
    const trail = Object.freeze([...event.trail]);
    const whole = Object.freeze({ ...event, at: settings.clock(), trail });
    return causePaths.run([], () => deliver(whole, options));
  }
}
