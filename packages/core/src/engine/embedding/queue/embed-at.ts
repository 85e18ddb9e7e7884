import type { Engine } from "../../engine.js";

/** So long the process that wrote a text tries by itself, before others do. */
const OWN_TRIES_MS = 60_000;

/**
 * From when on workers may embed what is written now without its vector; `undefined` where there is
 * no queue.
 */
export function embedAt(
  engine: Pick<Engine, "store" | "embedding" | "retry" | "clock">,
): Date | undefined {
  const { store, embedding, retry, clock } = engine;
  if (!store.queue) return undefined;
  const now = clock();
  const isTriedHere = embedding === "inline" && retry.isOn;
  return isTriedHere ? new Date(now.getTime() + OWN_TRIES_MS) : now;
}
