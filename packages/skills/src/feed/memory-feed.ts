import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";

/** A change of the memory on its way to the skills. */
export interface MemoryChange {
  /**
   * The same at each delivery: `id@version`, and for a scope below the memory of the feed its
   * elements before that, each percent-encoded and followed by `/`.
   */
  readonly eventId: string;
  /** The record as this version of it was written. */
  readonly record: MemoryRecord;
  /** View of the scope the record is in. */
  readonly memory: Memory;
  /**
   * Skills that led to the change, oldest first, the one that wrote it last: they do not hear of
   * it.
   */
  readonly trail: readonly string[];
}

/**
 * Delivers the changes of a memory, each at least once, also those that a process that crashed has
 * left.
 */
export interface MemoryFeed {
  /**
   * Resolves when all that is known by now was delivered; rejects with the reason of the signal.
   */
  settled(options?: CallOptions): Promise<void>;
  /**
   * Ends after what is being delivered, and notes how far it came. Closing again waits for the
   * same.
   */
  close(): Promise<void>;
}
