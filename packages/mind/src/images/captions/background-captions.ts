import { MemoryError } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import { problemOf } from "../../run/ask-in-budget.js";
import type { FileCollector } from "../blobs/file-collector.js";
import type { ImageHost } from "../model/image-host.js";
import { captionImages, retryDelayMs } from "./caption-images.js";

/** A scope in which something was seen lately. */
interface Attended {
  readonly host: ImageHost;
  /** Images since the last run. */
  readonly count: number;
  readonly failures: number;
  readonly cancel: () => void;
}

interface RunOutcome {
  readonly hasFailed: boolean;
  readonly waiting: number;
}

/** Captions in the background: full batches at once, the rest after a while without an image. */
export class BackgroundCaptions {
  readonly #attended = new Map<string, Attended>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  readonly #collector: FileCollector;

  constructor(collector: FileCollector) {
    this.#collector = collector;
  }

  /** Notes an image that was staged, and starts what it makes due. */
  noticed(host: ImageHost): void {
    if (!host.automatic || !host.model || this.#closing.signal.aborted) return;
    const path = pathOf(host);
    const before = this.#attended.get(path);
    const count = (before?.count ?? 0) + 1;
    const failures = before?.failures ?? 0;
    if (before && failures > 0) {
      this.#attended.set(path, { ...before, count });
      return;
    }
    // Images of earlier processes may wait, too, when a scope is seen for the first time.
    const isFull = count % host.batchSize === 0 || before === undefined;
    const next = { host, count, failures };
    if (isFull) this.#wait(path, next, { delayMs: 0, partial: false });
    else this.#wait(path, next, { delayMs: host.idleMs, partial: true });
  }

  /** Stops, and waits for runs in progress. */
  async close(): Promise<void> {
    this.#closing.abort(new MemoryError("closed", "memory is closed"));
    for (const { cancel } of this.#attended.values()) cancel();
    this.#attended.clear();
    await Promise.all(this.#running.values());
  }

  #wait(
    path: string,
    attended: Omit<Attended, "cancel">,
    { delayMs, partial }: { readonly delayMs: number; readonly partial: boolean },
  ): void {
    const before = this.#attended.get(path);
    // A full batch that is due is not put off by the image after it.
    if (before && partial && before.count >= attended.host.batchSize) {
      this.#attended.set(path, { ...attended, cancel: before.cancel });
      return;
    }
    before?.cancel();
    const start = (): void => this.#start(path, partial);
    this.#attended.set(path, { ...attended, cancel: attended.host.schedule(start, delayMs) });
  }

  #start(path: string, partial: boolean): void {
    const attended = this.#attended.get(path);
    // A run in progress goes on with what came in the meantime.
    if (this.#closing.signal.aborted || !attended || this.#running.has(path)) return;
    const { host } = attended;
    this.#attended.set(path, { ...attended, count: 0 });
    const run = this.#run(host, partial).then((outcome) => {
      this.#running.delete(path);
      if (outcome) this.#goOn(path, outcome);
    });
    this.#running.set(path, run);
  }

  async #run(host: ImageHost, partial: boolean): Promise<RunOutcome | undefined> {
    const { signal } = this.#closing;
    const collector = this.#collector;
    try {
      const report = await captionImages(host, { collector, ifDue: true, partial, signal });
      return { hasFailed: report.failure !== undefined, waiting: report.waiting };
    } catch (error) {
      if (signal.aborted || MemoryError.is(error, "closed")) return undefined;
      host.logger.error("images could not be captioned", { problem: problemOf(error) });
      return { hasFailed: true, waiting: 0 };
    }
  }

  /** Waits for another try, for more images, or for nothing. */
  #goOn(path: string, { hasFailed, waiting }: RunOutcome): void {
    const now = this.#attended.get(path);
    if (!now || this.#closing.signal.aborted) return;
    const { host, count } = now;
    if (hasFailed) {
      const failures = now.failures + 1;
      const delayMs = retryDelayMs(failures) + 1;
      this.#wait(path, { host, count: 0, failures }, { delayMs, partial: true });
    } else if (waiting > 0 || count > 0) {
      const isFull = count >= host.batchSize;
      const timing = { delayMs: isFull ? 0 : host.idleMs, partial: !isFull };
      this.#wait(path, { host, count, failures: 0 }, timing);
    } else {
      now.cancel();
      this.#attended.delete(path);
    }
  }
}

function pathOf({ memory }: ImageHost): string {
  return scopeToPath(memory.scopePath);
}
