import type { Memory } from "@kioku/core";

/** Most calls of tools that are remembered; the oldest go first. */
const MAX_CALLS = 10_000;
/** How long one is remembered whose turn never goes on. */
const MAX_AGE_MS = 3_600_000;

/** A call of a tool, by a model that a middleware has shown a memory. */
interface ShownCall {
  readonly memory: Memory;
  readonly toolCallId: string;
  /** Names the turn: ids of calls are not always of one turn alone. */
  readonly turn: string;
}

/** What a model had been shown when it made a call. */
interface Shown {
  /** Scope and call. */
  readonly name: string;
  readonly trust: number;
  /** On a clock that only goes forward. */
  readonly atMs: number;
}

/** By scope, call and turn. What was noted last is last. */
const shown = new Map<string, Shown>();

/**
 * Notes how much is trusted what a model had been shown when it called a tool, so that a tool of the same memory writes nothing that is
 * trusted more. Hosts show tools the messages without what a middleware put into them, and without the rest of the answer.
 */
export function noteShownTrust(call: ShownCall, trust: number): void {
  const key = keyOf(call);
  const least = Math.min(trust, shown.get(key)?.trust ?? 1);
  shown.delete(key);
  shown.set(key, { name: nameOf(call), trust: least, atMs: performance.now() });
  for (const [oldest, noted] of shown) {
    if (shown.size <= MAX_CALLS && isFresh(noted)) break;
    shown.delete(oldest);
  }
}

/** Forgets a call whose tool has answered. */
export function forgetShownTrust(call: ShownCall): void {
  shown.delete(keyOf(call));
}

/** The least trust of what a model had been shown that made this call, in any turn; 1 if it was shown nothing. */
export function shownTrust(memory: Memory, toolCallId: string): number {
  const name = nameOf({ memory, toolCallId });
  const noted = [...shown.values()].filter((one) => one.name === name && isFresh(one));
  return Math.min(1, ...noted.map(({ trust }) => trust));
}

function isFresh({ atMs }: Shown): boolean {
  return atMs >= performance.now() - MAX_AGE_MS;
}

function keyOf(call: ShownCall): string {
  return JSON.stringify([nameOf(call), call.turn]);
}

function nameOf({ memory, toolCallId }: Omit<ShownCall, "turn">): string {
  return JSON.stringify([memory.scopePath, toolCallId]);
}
