import type { Memory, Scope } from "@kioku/core";
import { MOST_UNTRUSTED, stateOf } from "@kioku/core/toolkit";

/** Most calls noted per memory; the oldest go first. */
const MAX_CALLS = 10_000;

/** Tool call of a model that was shown a memory. */
interface ShownCall {
  readonly memory: Memory;
  readonly toolCallId: string;
  /** Ids of calls may repeat in other turns. */
  readonly turn: string;
}

interface NotedTrust {
  readonly scopePath: Scope;
  readonly trust: number;
}

/** Trust of what models were shown of one memory when they called tools. */
class ShownCalls {
  /** By turn and scope, by id of the call; latest last. */
  readonly #calls = new Map<string, Map<string, NotedTrust>>();
  #count = 0;
  /** Trust of calls that are not noted: lowered once a call was dropped. */
  #unknown = 1;

  note({ memory: { scopePath }, toolCallId, turn }: ShownCall, trust: number): void {
    const calls = this.#calls.get(toolCallId) ?? new Map<string, NotedTrust>();
    const key = keyOf(scopePath, turn);
    const earlier = calls.get(key);
    if (!earlier) this.#count += 1;
    calls.set(key, { scopePath, trust: Math.min(trust, earlier?.trust ?? 1) });
    this.#calls.delete(toolCallId);
    this.#calls.set(toolCallId, calls);
    for (const [oldest, dropped] of this.#calls) {
      if (this.#count <= MAX_CALLS) break;
      this.#calls.delete(oldest);
      this.#count -= dropped.size;
      for (const one of dropped.values()) this.#unknown = Math.min(this.#unknown, one.trust);
      this.#unknown = Math.min(this.#unknown, MOST_UNTRUSTED);
    }
  }

  forget({ memory, toolCallId, turn }: ShownCall): void {
    const calls = this.#calls.get(toolCallId);
    if (!calls?.delete(keyOf(memory.scopePath, turn))) return;
    this.#count -= 1;
    if (calls.size === 0) this.#calls.delete(toolCallId);
  }

  trustOf({ scopePath }: Memory, toolCallId: string): number {
    const calls = [...(this.#calls.get(toolCallId)?.values() ?? [])];
    const near = calls.filter((noted) => isAround(noted.scopePath, scopePath));
    if (near.length === 0) return this.#unknown;
    return near.reduce((least, { trust }) => Math.min(least, trust), 1);
  }
}

/** Returns true if one scope contains the other. */
function isAround(one: Scope, other: Scope): boolean {
  const common = Math.min(one.length, other.length);
  return one.slice(0, common).every((name, index) => name === other[index]);
}

function keyOf(scopePath: Scope, turn: string): string {
  return JSON.stringify([scopePath, turn]);
}

/** Keeps the calls with the memory, all that a middleware and tools have in common. */
function shownCalls(memory: Memory): ShownCalls {
  return stateOf(memory, "@kioku/adapter-vercel-ai/shown-calls", () => new ShownCalls());
}

/**
 * Notes the trust of what a model was shown before it called a tool, so that a tool of the same
 * memory writes nothing more trusted. Hosts show tools neither injected messages nor the rest of
 * the answer.
 */
export function noteShownTrust(call: ShownCall, trust: number): void {
  shownCalls(call.memory).note(call, trust);
}

/** Forgets a call whose tool has answered. */
export function forgetShownTrust(call: ShownCall): void {
  shownCalls(call.memory).forget(call);
}

/**
 * Returns the least trust of what the model was shown before a call, in any turn, by a middleware
 * whose scope contains that of the tool or lies within it; 1 if nothing. Once a call of this memory
 * was dropped, calls that are not noted count as untrusted.
 */
export function shownTrust(memory: Memory, toolCallId: string): number {
  return shownCalls(memory).trustOf(memory, toolCallId);
}
