import type { CallOptions, Memory, Reach, Schedule, SkillLog } from "@kioku/core";

import { beginNow } from "./changes-since.js";
import { FeedNotes } from "./feed-notes.js";
import { FeedPlace } from "./feed-place.js";
import { FeedRunner } from "./feed-runner.js";
import type { MemoryChange, MemoryFeed } from "./memory-feed.js";

/** What a feed works with. */
export interface MemoryFeedOptions {
  /**
   * Whose changes are delivered; those of corners of skills (`["skills", …]` below a shared memory)
   * are not. Of a layered memory those of its first layer.
   */
  readonly memory: Memory;
  /**
   * View of the scope that the runtime keeps its notes in, with how far the feed came among them.
   */
  readonly notes: Memory;
  /** Name of the runtime. One feed at a time may have it. */
  readonly name: string;
  /** Whether changes of scopes below the memory are delivered. */
  readonly reach: Reach;
  /** How often the store is looked through for what other processes wrote, in milliseconds. */
  readonly pollMs: number | undefined;
  /** What time it is, in step with the clocks of those who write. */
  readonly clock: () => Date;
  /** Timers. */
  readonly schedule: Schedule;
  /** Where failures are told. */
  readonly log: SkillLog;
  /**
   * Hands a change to the skills; resolves when they have answered. Never rejects for a skill's
   * failure.
   */
  readonly deliver: (change: MemoryChange, options: CallOptions) => Promise<void>;
}

/**
 * Starts to listen, and delivers what was left from before. Resolves when it listens.
 *
 * What is delivered: every version of a record that `remember`, `rememberAll`, `set` or `update`
 * writes, in the order of commit within one scope, up to four scopes at once. Not what is archived,
 * taken back, superseded, forgotten or expired by the time it is delivered, and not what an import
 * brings, which is not new; but what an import wrote with a time within the overlap looks as if it
 * were.
 *
 * When: what this process writes, after its commit; what other processes write, at the start, every
 * `pollMs`, and, while something is delivered, every few seconds. A feed whose name has no note yet
 * begins now, with nothing old.
 *
 * At least once: how far the feed came is noted in the store, a few seconds after a delivery, every
 * 500 deliveries and at the end. A feed of the same name that starts after a crash delivers what
 * was committed and not noted, so some changes a second time. Times of records are not in the order
 * of commits: so whoever looks through the store begins 60 s before the mark, and passes over the
 * up to 1,000 records there that were delivered; more where one batch has written them. What
 * another process commits later than 60 s after the time it wrote into the record, or by a clock
 * that is so much behind, or behind more than 1,000 other changes, can be missed; what this process
 * writes cannot as long as it lives. A history that was purged takes its versions along.
 *
 * Bounded: 1,000 changes wait at most, by their names only; what comes on top is read from the
 * store later. A store that fails is asked again after 1 s, 2 s, and so on up to a minute.
 */
export async function startMemoryFeed(options: MemoryFeedOptions): Promise<MemoryFeed> {
  const { memory, reach, clock } = options;
  const place = new FeedPlace(memory, options.notes);
  const notes = new FeedNotes(options.notes, options.name);
  const noted = await notes.read();
  const progress = noted ?? (await beginNow(place, clock(), options));
  if (!noted) await notes.write(progress.toNote(Infinity));
  const listening = new AbortController();
  const stopListening = (): void => listening.abort();
  const runner = new FeedRunner({ options, place, notes, progress, stopListening });
  const { signal } = listening;
  memory.on("remembered", ({ record }) => runner.hear(record), { reach, signal });
  runner.scan();
  runner.poll();
  return runner;
}
