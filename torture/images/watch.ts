import { MemoryError } from "@kioku/core";

import { PERSONS, plannedImage } from "./image-plan.ts";
import type { SharedFiles, WatchedMemory } from "./watched-memory.ts";

/** Images of a plan: from a number up to another one, which is not of it. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * Order to a process: it prints the number of each image that is durable, then `done`. Without a
 * segment it captions what waits, and sweeps.
 */
export interface ImageOrder extends SharedFiles {
  readonly segment?: Segment | undefined;
}

/** Surroundings of one who watches. */
interface Watching {
  /** Waits between attempts, such as for the lease of another process. */
  readonly pause: () => Promise<void>;
  /** Called with the number of each image that is durable, or gone as planned. */
  readonly onSeen?: ((number: number) => void) | undefined;
}

const MAX_ATTEMPTS = 5_000;

/** Sees images one after the other, and forgets those that are planned so. */
export async function watchSegment(
  { memory }: WatchedMemory,
  { from, to }: Segment,
  { pause, onSeen }: Watching,
): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const { person, data, at, isForgotten } = plannedImage(number);
    const images = memory.images.scope(person);
    const image = { data, source: "screen", at };
    const { record } = await untilDone(() => images.see(image), pause);
    if (isForgotten) {
      await untilDone(() => memory.scope(person).forget(record.id, { purge: true }), pause);
    }
    onSeen?.(number);
  }
}

/** Captions what waits, of all persons. */
export async function captionAll(
  { memory }: WatchedMemory,
  { pause }: Watching,
  partial: boolean,
): Promise<void> {
  for (const person of PERSONS) {
    await untilDone(() => memory.images.scope(person).caption({ partial }), pause);
  }
}

/** Again while another process is in the way, or a call failed. */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  pause: Watching["pause"],
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!canTryAgain(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause();
    }
  }
}

function canTryAgain(error: unknown): boolean {
  if (!MemoryError.is(error)) return false;
  const { code, retryable } = error;
  return retryable || code === "conflict" || code === "store-failed";
}
