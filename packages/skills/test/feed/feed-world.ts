import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { JsonValue, Memory, MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import { onTestFinished } from "vitest";

import type { MemoryChange, MemoryFeed, MemoryFeedOptions } from "../../src/feed/memory-feed.js";
import { startMemoryFeed } from "../../src/feed/start-memory-feed.js";
import { VirtualTime } from "../support/virtual-time.js";

/** A file for a database, removed when the test ends. */
export function databaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kioku-feed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "memory.db");
}

/** A memory and what a feed of it has delivered. */
export class FeedWorld {
  readonly time: VirtualTime = new VirtualTime();
  readonly memory: MemoryRoot;
  /** Time of the timers in the background. */
  readonly background: VirtualTime = new VirtualTime();
  readonly heard: MemoryChange[] = [];
  readonly logged: { readonly message: string; readonly data: JsonValue | undefined }[] = [];

  constructor(store: CompleteStore = inMemoryStore(), clock?: () => Date) {
    this.memory = createMemory({
      store,
      clock: clock ?? this.time.clock,
      schedule: this.time.schedule,
      retryEmbedding: false,
    });
    onTestFinished(() => this.memory.close());
  }

  /** Contents of the records, in the order of delivery. */
  get contents(): readonly string[] {
    return this.heard.map(({ record }) => record.content);
  }

  get notes(): Memory {
    return this.memory.scope("skills", "runtime");
  }

  /** Starts a feed that is closed when the test ends. */
  async start(options: Partial<MemoryFeedOptions> = {}): Promise<MemoryFeed> {
    const log = (message: string, data?: JsonValue): void => {
      this.logged.push({ message, data });
    };
    const feed = await startMemoryFeed({
      memory: this.memory,
      notes: this.notes,
      name: "default",
      reach: "below",
      pollMs: undefined,
      clock: this.time.clock,
      schedule: this.time.schedule,
      background: this.background.schedule,
      log: { debug: log, info: log, warn: log, error: log },
      deliver: async (change) => {
        this.heard.push(change);
      },
      ...options,
    });
    onTestFinished(() => feed.close());
    return feed;
  }
}

/** A world on a file that others may open, too. */
export function worldOn(path: string, clock?: () => Date): FeedWorld {
  return new FeedWorld(sqliteStore({ path }), clock);
}

/** A gate that holds whoever comes until it is opened. */
export function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), passed: promise };
}

/** Resolves as soon as it holds; fails if that takes too many turns of the event loop. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (await holds()) return;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  throw new Error("it never came to that");
}
