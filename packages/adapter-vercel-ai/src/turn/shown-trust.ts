import type { Memory, Scope } from "@kioku/core";
import { MOST_UNTRUSTED, identityOf } from "@kioku/core/toolkit";

/** Most calls of tools that are remembered for one memory; the oldest go first. */
const MAX_CALLS = 10_000;

/** A call of a tool, by a model that a middleware has shown a memory. */
interface ShownCall {
  readonly memory: Memory;
  readonly toolCallId: string;
  /** Names the turn: ids of calls are not always of one turn alone. */
  readonly turn: string;
}

/** Trust of what a model had been shown, and the scope of the memory that showed it. */
interface NotedTrust {
  readonly scopePath: Scope;
  readonly trust: number;
}

/** Trust of what models had been shown of one memory when they made calls of tools. */
class ShownCalls {
  /** Trust by turn and scope, by id of the call. The call that was noted last is last. */
  readonly #calls = new Map<string, Map<string, NotedTrust>>();
  #count = 0;
  /** Trust of calls that are not noted: limited once a call had to be dropped. */
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

/** Returns true if one of the scopes contains the other. */
function isAround(one: Scope, other: Scope): boolean {
  const common = Math.min(one.length, other.length);
  return one.slice(0, common).every((name, place) => name === other[place]);
}

/** Key of all memories that this copy of core did not make: scopes alone tell them apart. */
const FOREIGN = {};
/** A middleware and tools are made apart and have only the memory in common, so it is the key. */
const SHOWN = new WeakMap<object, ShownCalls>();

/**
 * Notes the trust of what a model had been shown when it called a tool, so that a tool of the same
 * memory writes nothing that is trusted more. Hosts show tools neither what a middleware put into
 * the messages nor the rest of the answer.
 */
export function noteShownTrust(call: ShownCall, trust: number): void {
  const identity = identityOf(call.memory) ?? FOREIGN;
  const shown = SHOWN.get(identity) ?? new ShownCalls();
  SHOWN.set(identity, shown);
  shown.note(call, trust);
}

/** Forgets a call whose tool has answered. */
export function forgetShownTrust(call: ShownCall): void {
  SHOWN.get(identityOf(call.memory) ?? FOREIGN)?.forget(call);
}

/**
 * Returns the least trust of what the model behind a call had been shown, in any turn, by a
 * middleware whose scope contains that of the tool or lies within it; 1 if nothing. Once calls of
 * this memory had to be dropped, a call that is not noted may be one of them and counts as
 * untrusted.
 */
export function shownTrust(memory: Memory, toolCallId: string): number {
  const shown = SHOWN.get(identityOf(memory) ?? FOREIGN);
  return shown?.trustOf(memory, toolCallId) ?? 1;
}

function keyOf(scopePath: Scope, turn: string): string {
  return JSON.stringify([scopePath, turn]);
}
