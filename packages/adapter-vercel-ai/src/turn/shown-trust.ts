import type { Memory, Scope } from "@kioku/core";
import { MOST_UNTRUSTED, stateOf } from "@kioku/core/toolkit";
import { lowerVerdict, type TrustVerdict } from "@kioku/tools";

/** Most calls noted per memory; the oldest go first. */
const MAX_CALLS = 10_000;

/** Tool call of a model with a memory. */
interface ShownCall {
  readonly memory: Memory;
  readonly toolCallId: string;
  /** Ids of calls may repeat in other turns. */
  readonly turn: string;
}

interface NotedVerdict {
  readonly scopePath: Scope;
  readonly verdict: TrustVerdict;
}

const TRUSTED: TrustVerdict = { trust: 1, because: [] };

/** Verdicts on the arguments of calls, by all that models were shown of one memory. */
class ShownCalls {
  /** By turn and scope, by id of the call; latest last. */
  readonly #calls = new Map<string, Map<string, NotedVerdict>>();
  #count = 0;
  /** Trust of calls that are not noted: lowered once a call was dropped. */
  #unknown = 1;

  note({ memory: { scopePath }, toolCallId, turn }: ShownCall, given: TrustVerdict): void {
    const calls = this.#calls.get(toolCallId) ?? new Map<string, NotedVerdict>();
    const key = keyOf(scopePath, turn);
    const earlier = calls.get(key);
    if (!earlier) this.#count += 1;
    calls.set(key, { scopePath, verdict: lowerVerdict(given, earlier?.verdict ?? TRUSTED) });
    this.#calls.delete(toolCallId);
    this.#calls.set(toolCallId, calls);
    for (const [oldest, dropped] of this.#calls) {
      if (this.#count <= MAX_CALLS) break;
      this.#calls.delete(oldest);
      this.#count -= dropped.size;
      for (const { verdict } of dropped.values()) {
        this.#unknown = Math.min(this.#unknown, verdict.trust);
      }
      this.#unknown = Math.min(this.#unknown, MOST_UNTRUSTED);
    }
  }

  forget({ memory, toolCallId, turn }: ShownCall): void {
    const calls = this.#calls.get(toolCallId);
    if (!calls?.delete(keyOf(memory.scopePath, turn))) return;
    this.#count -= 1;
    if (calls.size === 0) this.#calls.delete(toolCallId);
  }

  verdictOf({ scopePath }: Memory, toolCallId: string): TrustVerdict {
    const calls = [...(this.#calls.get(toolCallId)?.values() ?? [])];
    const near = calls.filter((noted) => isAround(noted.scopePath, scopePath));
    if (near.length === 0) return { trust: this.#unknown, because: [] };
    return near.reduce((least, { verdict }) => lowerVerdict(least, verdict), TRUSTED);
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
 * Notes the verdict on the arguments of a call by all that the model was shown before, so that a
 * tool of the same memory writes nothing more trusted. Hosts show tools neither injected messages
 * nor the rest of the answer.
 */
export function noteShownTrust(call: ShownCall, verdict: TrustVerdict): void {
  shownCalls(call.memory).note(call, verdict);
}

/** Forgets a call whose tool has answered. */
export function forgetShownTrust(call: ShownCall): void {
  shownCalls(call.memory).forget(call);
}

/**
 * Returns the verdict on the arguments of a call, in any turn, by a middleware whose scope contains
 * that of the tool or lies within it; full trust if there is none. Once a call of this memory was
 * dropped, calls that are not noted count as untrusted.
 */
export function shownTrust(memory: Memory, toolCallId: string): TrustVerdict {
  return shownCalls(memory).verdictOf(memory, toolCallId);
}
