import { watch, type FSWatcher } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";

import type { Schedule } from "@kioku/core";

import type { Root } from "./collect-files.js";

/** Options of `watchChanges`. */
export interface WatchOptions {
  readonly signal: AbortSignal;
  readonly schedule: Schedule;
  /** Time without an event after which files are taken to be whole. */
  readonly quietMs: number;
  /** Longest time that events can put a look off. */
  readonly patienceMs: number;
  /** Time after which to look without an event: not every file system tells of changes. */
  readonly rescanMs: number;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Number of the folder that is watched; another one of its name is not. */
  readonly ino: number;
}

/**
 * Yields at first, and whenever files of the roots may have changed, until the signal aborts.
 * Changes while the caller works make it yield again.
 */
export async function* watchChanges(
  roots: readonly Root[],
  options: WatchOptions,
): AsyncGenerator<void> {
  const { signal, quietMs, patienceMs, rescanMs } = options;
  const watched = new Map<string, Watched>();
  const bell = new Bell(options);
  try {
    while (!signal.aborted) {
      for (const root of roots) await watchRoot(root, watched, bell);
      yield;
      await bell.wait(rescanMs);
      let patience = patienceMs;
      while (patience > 0 && (await bell.wait(quietMs))) patience -= quietMs;
    }
  } finally {
    for (const { watcher } of watched.values()) watcher.close();
  }
}

/** Watches a root, anew if it was replaced. A root that is gone is looked for at each look. */
async function watchRoot(root: Root, watched: Map<string, Watched>, bell: Bell): Promise<void> {
  // Editors replace files, so the folder of a file is watched.
  const path = root.isFolder ? root.path : dirname(root.path);
  const ino = await stat(path).then(
    (stats) => stats.ino,
    () => undefined,
  );
  const before = watched.get(path);
  if (before !== undefined && before.ino === ino) return;
  before?.watcher.close();
  watched.delete(path);
  if (ino === undefined) return;
  try {
    const watcher = watch(path, { recursive: root.isFolder }, () => bell.ring());
    watcher.on("error", () => {
      watcher.close();
      watched.delete(path);
    });
    watched.set(path, { watcher, ino });
  } catch {
    // Looked for again at the next look, such as when the system allows no more watchers.
  }
}

/** Wakes one waiting caller; a ring before it waits is not lost. */
class Bell {
  readonly #signal: AbortSignal;
  readonly #schedule: Schedule;
  #hasRung = false;
  #wake: (() => void) | undefined;

  constructor({ signal, schedule }: Pick<WatchOptions, "signal" | "schedule">) {
    this.#signal = signal;
    this.#schedule = schedule;
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Waits for a ring. Resolves to false if there was none in time. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#hasRung && !this.#signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const cancel = this.#schedule(resolve, ms);
      const end = (): void => resolve();
      this.#signal.addEventListener("abort", end);
      await promise;
      this.#signal.removeEventListener("abort", end);
      cancel();
    }
    const hasRung = this.#hasRung;
    this.#hasRung = false;
    return hasRung;
  }
}
