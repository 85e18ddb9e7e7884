import type { Memory } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/adapters";
import { identityOf } from "@kioku/core/skills";

/** Most calls of tools that are remembered for one memory; the oldest go first. */
const MAX_CALLS = 10_000;

/** A call of a tool, by a model that a middleware has shown a memory. */
interface ShownCall {
  readonly memory: Memory;
  readonly toolCallId: string;
  /** Names the turn: ids of calls are not always of one turn alone. */
  readonly turn: string;
}

/** Trust of what models had been shown of one memory when they made calls of tools. */
class ShownCalls {
  /** Trust by turn, by name of the call. The call that was noted last is last. */
  readonly #calls = new Map<string, Map<string, number>>();
  #count = 0;
  /** Trust of calls that are not noted: limited once a call had to be dropped. */
  #unknown = 1;

  note(name: string, turn: string, trust: number): void {
    const turns = this.#calls.get(name) ?? new Map<string, number>();
    if (!turns.has(turn)) this.#count += 1;
    turns.set(turn, Math.min(trust, turns.get(turn) ?? 1));
    this.#calls.delete(name);
    this.#calls.set(name, turns);
    for (const [oldest, dropped] of this.#calls) {
      if (this.#count <= MAX_CALLS) break;
      this.#calls.delete(oldest);
      this.#count -= dropped.size;
      this.#unknown = Math.min(this.#unknown, MOST_UNTRUSTED, ...dropped.values());
    }
  }

  forget(name: string, turn: string): void {
    const turns = this.#calls.get(name);
    if (!turns?.delete(turn)) return;
    this.#count -= 1;
    if (turns.size === 0) this.#calls.delete(name);
  }

  trustOf(name: string): number {
    const turns = this.#calls.get(name);
    if (!turns) return this.#unknown;
    return [...turns.values()].reduce((least, trust) => Math.min(least, trust), 1);
  }
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
  shown.note(nameOf(call), call.turn, trust);
}

/** Forgets a call whose tool has answered. */
export function forgetShownTrust(call: ShownCall): void {
  SHOWN.get(identityOf(call.memory) ?? FOREIGN)?.forget(nameOf(call), call.turn);
}

/**
 * Returns the least trust of what the model behind a call had been shown, in any turn; 1 if nothing.
 * Once calls of this memory had to be dropped, a call that is not noted may be one of them and counts
 * as untrusted.
 */
export function shownTrust(memory: Memory, toolCallId: string): number {
  const shown = SHOWN.get(identityOf(memory) ?? FOREIGN);
  return shown?.trustOf(nameOf({ memory, toolCallId })) ?? 1;
}

function nameOf({ memory, toolCallId }: Omit<ShownCall, "turn">): string {
  return JSON.stringify([memory.scopePath, toolCallId]);
}
