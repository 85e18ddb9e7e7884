import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTick, setTimeout as sleep } from "node:timers/promises";

import type { BlobStore } from "@kioku/mind/images";

import { seededRandom } from "../seeded-random.ts";
import { checkImages, leftOfPerson } from "./check-images.ts";
import { EndedLife, type CallEnd } from "./ended-life.ts";
import { captionAll, untilDone, watchSegment, type Segment } from "./watch.ts";
import { watchedMemory, type SharedFiles } from "./watched-memory.ts";
import { WatcherProcess, type WatcherStart } from "./watcher-process.ts";

/** Number of images, and where they go. */
interface ImageKillsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** An empty directory. */
  readonly directory: string;
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  /** True to acknowledge images whose file was not written, which has to be found. */
  readonly acknowledgesEarly?: boolean | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Counts of killing those who see and caption images. */
interface ImageReport {
  /** Images that were seen, of which each tenth was forgotten again. */
  rounds: number;
  /** Processes that were killed while they saw images. */
  watchers: number;
  /** Processes that were killed while they captioned or swept. */
  captioners: number;
  /** Lives that ended at a call of their store, files or model. */
  calls: number;
  /** Calls that failed while life went on. */
  failed: number;
  lost: number;
  doubled: number;
  disordered: number;
  orphans: number;
  /** Places where something of an erased person was left. */
  leaked: number;
  readonly defects: string[];
}

const SEGMENT = 40;
const LEASE_MS = 1_000;
const PAUSE_MS = 5;
const MAX_DEFECTS = 20;
/** Calls after which a life ends, at most. */
const CALLS = 120;
const KILL_AFTER_MS = [5, 40, 150, 400];
const DAY_MS = 86_400_000;

const pause = async (): Promise<void> => sleep(PAUSE_MS);

/**
 * Sees images in several lives at once that are killed again and again, while others caption them,
 * and checks that all are there once and in order; then erases a person, and looks at every byte.
 */
export async function imageKills(options: ImageKillsOptions): Promise<ImageReport> {
  const kills = new ImageKills(options);
  await kills.seeAll();
  await kills.check();
  await kills.erasePerson();
  return kills.report;
}

class ImageKills {
  readonly report: ImageReport;
  readonly #options: ImageKillsOptions;
  readonly #files: SharedFiles;
  readonly #start: WatcherStart;
  readonly #segments: Segment[];
  #seen = 0;

  constructor(options: ImageKillsOptions) {
    const { rounds, directory, bundled } = options;
    const kills = { watchers: 0, captioners: 0, calls: 0, failed: 0 };
    const found = { lost: 0, doubled: 0, disordered: 0, orphans: 0, leaked: 0 };
    this.report = { rounds: 0, ...kills, ...found, defects: [] };
    this.#options = options;
    mkdirSync(directory, { recursive: true });
    const folder = join(directory, "files");
    this.#files = { path: join(directory, "images.db"), folder, leaseMs: LEASE_MS };
    this.#start = { bundled, cacheDirectory: join(directory, "compiled") };
    this.#segments = Array.from({ length: Math.ceil(rounds / SEGMENT) }, (_, index) => {
      return { from: index * SEGMENT, to: Math.min(rounds, (index + 1) * SEGMENT) };
    });
  }

  /** Sees all images: in processes that are killed, and in lives that end at a call. */
  async seeAll(): Promise<void> {
    const over = new AbortController();
    const captioning = this.#captionInProcesses(over.signal);
    try {
      await Promise.all([this.#seeInProcesses(), this.#seeInLives()]);
    } finally {
      over.abort();
      await captioning;
    }
  }

  /** Checks all images when nothing waits any more. */
  async check(): Promise<void> {
    const { rounds } = this.#options;
    // Leases of those who were killed run out, and their temporary files are old.
    const later = new Date(Date.now() + DAY_MS);
    const watched = watchedMemory(this.#files, { clock: () => later });
    await captionAll(watched, { pause }, true);
    await watched.memory.images.sweep();
    const verdict = await checkImages(watched, { ...this.#files, count: rounds });
    await watched.memory.close();
    this.#count(verdict);
    this.report.rounds = rounds;
  }

  /** Erases a person, and looks for what is left. */
  async erasePerson(): Promise<void> {
    const later = new Date(Date.now() + 2 * DAY_MS);
    const watched = watchedMemory(this.#files, { clock: () => later });
    await watched.memory.scope("ana").erase({ everything: true });
    await watched.memory.close();
    const { leaked, missing } = leftOfPerson(this.#files, this.#options.rounds);
    this.#count({ leaked, lost: missing.map((name) => `file ${name} after an erasure`) });
    if (this.report.defects.length === 0) {
      rmSync(this.#options.directory, { recursive: true, force: true });
    }
  }

  #count(found: Partial<Record<keyof ImageReport, readonly string[]>>): void {
    for (const [name, words] of Object.entries(found)) {
      const { report } = this;
      (report as unknown as Record<string, number>)[name] =
        Number(Reflect.get(report, name)) + words.length;
      const left = Math.max(0, MAX_DEFECTS - report.defects.length);
      const where = `seed ${this.#options.seed}, ${name}`;
      report.defects.push(...words.slice(0, left).map((word) => `${where}: ${word}`));
    }
  }

  #tellSeen(): void {
    this.#seen += 1;
    this.#options.onProgress?.(Math.min(this.#seen, this.#options.rounds), this.#options.rounds);
  }

  async #seeInProcesses(): Promise<void> {
    const random = seededRandom(this.#options.seed, 1);
    let watcher = new WatcherProcess(this.#start);
    try {
      for (;;) {
        const segment = this.#segments.shift();
        if (!segment) return;
        let { from } = segment;
        for (;;) {
          const order = { ...this.#files, segment: { ...segment, from } };
          const killAfterMs = random.below(random.pick(KILL_AFTER_MS));
          const isDone = await watcher.follow(order, {
            ...(random.chance(0.9) ? { killAfterMs } : {}),
            seen: (number) => {
              from = number + 1;
              this.#tellSeen();
            },
          });
          if (isDone) break;
          this.report.watchers += 1;
          watcher = new WatcherProcess(this.#start);
        }
      }
    } finally {
      watcher.kill();
    }
  }

  async #captionInProcesses(over: AbortSignal): Promise<void> {
    const random = seededRandom(this.#options.seed, 2);
    let captioner = new WatcherProcess(this.#start);
    try {
      while (!over.aborted) {
        const killAfterMs = 20 + random.below(600);
        const kills = random.chance(0.5) ? { killAfterMs } : {};
        if (!(await captioner.follow(this.#files, kills))) {
          this.report.captioners += 1;
          captioner = new WatcherProcess(this.#start);
        }
        await pause();
      }
    } finally {
      captioner.kill();
    }
  }

  async #seeInLives(): Promise<void> {
    const random = seededRandom(this.#options.seed, 3);
    for (;;) {
      const segment = this.#segments.pop();
      if (!segment) return;
      let { from } = segment;
      while (from < segment.to) {
        const how = random.pick<CallEnd>(["before", "after", "throw"]);
        const life = new EndedLife(1 + random.below(CALLS), how);
        const watched = watchedMemory(this.#files, {
          store: (inner) => life.store(inner),
          blobs: (inner) => life.blobs(this.#acknowledged(inner)),
          model: (inner) => life.model(inner),
        });
        const onSeen = (number: number): void => {
          from = number + 1;
          this.#tellSeen();
        };
        const lived = this.#live(watched, { from, to: segment.to }, onSeen);
        lived.catch(() => undefined);
        const isEnded = await Promise.race([lived, life.ended.then(() => true)]);
        if (how === "throw") this.report.failed += 1;
        else if (isEnded) this.report.calls += 1;
        // The memory of a life that has ended would wait for it.
        await watched.store.close?.();
        await nextTick();
      }
    }
  }

  /** Returns files of which one in ten is not written, if that is to be found out. */
  #acknowledged(inner: BlobStore): BlobStore {
    if (this.#options.acknowledgesEarly !== true) return inner;
    const put: BlobStore["put"] = async (name, ...rest) => {
      if (!name.startsWith("7")) await inner.put(name, ...rest);
    };
    return { ...inner, put };
  }

  async #live(
    watched: ReturnType<typeof watchedMemory>,
    segment: Segment,
    onSeen: (number: number) => void,
  ): Promise<boolean> {
    await watchSegment(watched, segment, { pause, onSeen });
    await captionAll(watched, { pause }, false);
    await untilDone(() => watched.memory.images.sweep(), pause);
    return false;
  }
}
