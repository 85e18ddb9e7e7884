import { setTimeout as sleep } from "node:timers/promises";

import { NoConnectionError, UnansweredError } from "../errors/client-errors.js";
import type { Lease } from "./lease.js";

/** How often the server is asked, at most: so often that a pool keeps a connection for it. */
const MAX_BEAT_MS = 5_000;
/**
 * As node-postgres says it of a server that takes a connection and says nothing, and not of a pool
 * that has none to lend.
 */
const MUTE = /due to connection timeout/u;

/** A connection with statements that may take any time. */
export interface Watched {
  readonly lease: Pick<Lease, "giveUp">;
  /** Asks the server for a sign of life on another connection. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** How long the server may be silent. */
  readonly timeoutMs: number;
}

/**
 * Runs work on a connection, and gives the connection up when the server does not answer on another
 * one.
 */
export async function whileAlive<T>(watched: Watched, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const watching = watch(watched, ended.signal);
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}

async function watch({ lease, ask, timeoutMs }: Watched, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await sleep(Math.min(timeoutMs, MAX_BEAT_MS), undefined, { signal: ended });
      await ask(ended);
    } catch (error) {
      if (isSilence(error)) lease.giveUp();
    }
  }
}

/** Other failures are none of a mute server, or are told by the connection itself. */
function isSilence(error: unknown): boolean {
  if (error instanceof UnansweredError) return true;
  if (!(error instanceof NoConnectionError)) return false;
  return error.cause instanceof Error && MUTE.test(error.cause.message);
}
