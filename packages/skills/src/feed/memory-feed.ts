import type { CallOptions, Memory, MemoryRecord, Reach, Schedule, SkillLog } from "@kioku/core";

export interface MemoryChange {
  /**
   * The same at each delivery: `id@version`, after the elements of a scope below the memory of the
   * feed, each percent-encoded and followed by `/`.
   */
  readonly eventId: string;
  readonly record: MemoryRecord;
  readonly memory: Memory;
  /** Skills that led to the change, oldest first, the writer last. They do not receive it. */
  readonly causePath: readonly string[];
}

/** Delivers the changes of a memory, each at least once, even after a crash. */
export interface MemoryFeed {
  /** Resolves when all changes known by now were delivered; rejects with the signal's reason. */
  settled(options?: CallOptions): Promise<void>;
  /** Ends after the deliveries under way, and notes the position. */
  close(): Promise<void>;
}

export interface MemoryFeedOptions {
  /** The memory whose changes are delivered, of layers the first one, without corners of skills. */
  readonly memory: Memory;
  readonly notes: Memory;
  readonly name: string;
  /** `"below"` to include changes of scopes below the memory. */
  readonly reach: Reach;
  /** Interval of the look-ups of what other processes wrote, in milliseconds. */
  readonly pollMs: number | undefined;
  /** Clock, in step with those of other writers. */
  readonly clock: () => Date;
  readonly schedule: Schedule;
  /** Timers that do not keep the process alive. */
  readonly background: Schedule;
  readonly log: SkillLog;
  /** Hands a change to the skills, and resolves when they are done, even if they failed. */
  readonly deliver: (change: MemoryChange, options: CallOptions) => Promise<void>;
}
