import { MemoryError } from "@kioku/core";
import type { Mind } from "@kioku/mind";

import type { Chunk } from "./talk-plan.ts";

/** Surroundings of one that hears a talk. */
export interface Living {
  /** Waits between attempts, such as for the lease of another process. */
  readonly pause: () => Promise<void>;
  /** Called after each chunk that was heard and is durable. */
  readonly onHeard?: ((chunks: number) => void) | undefined;
  /** False: hears only. Default true. */
  readonly consolidates?: boolean | undefined;
}

/** Attempts before something is held to hang. */
const MAX_ATTEMPTS = 2_000;

/** Hears a talk chunk by chunk, consolidates after each, and then until nothing waits. */
export async function liveThrough(
  mind: Mind,
  chunks: readonly Chunk[],
  { pause, onHeard, consolidates = true }: Living,
): Promise<void> {
  for (const [index, { thread, turns }] of chunks.entries()) {
    await untilDone(() => mind.session(thread).hear(turns), pause);
    onHeard?.(index + 1);
    if (consolidates) await untilDone(() => mind.consolidate(), pause);
  }
  if (consolidates) await settle(mind, pause);
}

/** Consolidates until nothing waits, also where a killed process left a lease. */
export async function settle(mind: Mind, pause: Living["pause"]): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await untilDone(() => mind.consolidate(), pause);
    const { waiting } = await untilDone(() => mind.stats(), pause);
    if (waiting === 0) return;
    await pause();
  }
  throw new Error("turns wait, and no run takes them");
}

/** Again while another process is in the way. */
async function untilDone<T>(attempt: () => Promise<T>, pause: Living["pause"]): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!MemoryError.is(error) || !isInTheWay(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause();
    }
  }
}

function isInTheWay({ code, retryable }: MemoryError): boolean {
  return retryable || code === "conflict";
}
