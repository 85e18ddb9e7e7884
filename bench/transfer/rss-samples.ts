import { readFileSync } from "node:fs";

/**
 * Memory of the process over the course of a step, in MiB. On Linux without mapped files: SQLite
 * maps the database, so that pages of it that are in the cache of the system count as the
 * process's, although they cost it nothing.
 */
export interface RssReport {
  /** The most there was at any sample. */
  readonly peakMiB: number;
  /** Medians of the ten tenths of the step: flat memory does not rise from the third one on. */
  readonly tenthsMiB: readonly number[];
}

/** Returns the memory that belongs to the process alone, in MiB. */
function ownMiB(): number {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const kib = /^RssAnon:\s*(?<kib>\d+) kB$/mu.exec(status)?.groups?.["kib"];
    if (kib !== undefined) return Number(kib) / 2 ** 10;
  } catch {
    // No Linux.
  }
  return process.memoryUsage.rss() / 2 ** 20;
}

/** Gathers the size of this process, as the operating system sees it. */
export class RssSamples {
  readonly #samples: number[] = [];

  /** Takes a sample now. */
  take(): void {
    this.#samples.push(ownMiB());
  }

  /** Returns the samples so far. */
  report(): RssReport {
    const count = this.#samples.length;
    const tenths = Array.from({ length: 10 }, (_, tenth) => {
      const from = Math.floor((tenth * count) / 10);
      const part = this.#samples.slice(
        from,
        Math.max(Math.floor(((tenth + 1) * count) / 10), from + 1),
      );
      return Math.round(part.toSorted((a, b) => a - b)[part.length >> 1] ?? 0);
    });
    return { peakMiB: Math.round(Math.max(0, ...this.#samples)), tenthsMiB: tenths };
  }
}
