import type { PastCalls } from "../turn/call-mark.js";
import { lengthOf } from "./turn.js";
import type { Turn } from "./turn.js";

/** Most turns that are kept at a time. */
const MAX_TURNS = 1_024;
/** Most that they take together, in UTF-16 units. */
const MAX_LENGTH = 16_777_216;
/** Most calls of tools that a turn is found by; the first go first. */
const MAX_CALLS = 1_024;
/**
 * How long a call that failed may be tried again with what was recalled for it. The AI SDK waits a
 * minute at most before it tries.
 */
const RETRY_MS = 120_000;

/** How long a turn is waited for whose tools were called. */
const MAX_AGE_MS = 3_600_000;

/** How a turn is kept. */
interface Kept {
  readonly length: number;
  /** Since when, on a clock that only goes forward. */
  readonly atMs: number;
}

/**
 * The turns of a model that wait for their next step: those that called tools, and those whose
 * first call has failed.
 */
export class OpenTurns {
  /** What was used last is last. */
  readonly #turns = new Map<Turn, Kept>();
  #length = 0;

  /** Keeps a turn until its tools have answered. */
  keep(turn: Turn, callId: string): void {
    turn.callIds.add(callId);
    for (const id of turn.callIds) {
      if (turn.callIds.size <= MAX_CALLS) break;
      turn.callIds.delete(id);
    }
    this.#put(turn);
  }

  /** Keeps a turn for another try. */
  keepFailed(turn: Turn): void {
    turn.failedAtMs = performance.now();
    this.#put(turn);
  }

  /** Lets go of a turn that has ended. */
  close(turn: Turn): void {
    this.#length -= this.#turns.get(turn)?.length ?? 0;
    this.#turns.delete(turn);
  }

  /**
   * The turn that made these calls, as they name it. Where an app or a provider has dropped the
   * names, one that made calls of the same ids in the same conversation: ids alone may be those of
   * somebody else.
   */
  find({ turns, ids }: PastCalls, conversation: () => string | undefined): Turn | undefined {
    this.#letGo();
    const open = [...this.#turns.keys()];
    if (turns.length > 0) {
      const last = turns.findLast((name) => open.some(({ names }) => names.has(name)));
      return last === undefined ? undefined : open.findLast(({ names }) => names.has(last));
    }
    const called = open.filter(({ callIds }) => ids.some((id) => callIds.has(id)));
    if (called.length === 0) return undefined;
    const same = conversation();
    return called.findLast((turn) => turn.conversation === same);
  }

  /** The turn of this conversation whose first call has failed lately, once. */
  takeFailed(conversation: string): Turn | undefined {
    this.#letGo();
    const earliest = performance.now() - RETRY_MS;
    const turn = [...this.#turns.keys()].findLast(
      ({ hasAnswered, failedAtMs = -Infinity, conversation: own }) =>
        !hasAnswered && failedAtMs >= earliest && own === conversation,
    );
    if (turn) this.close(turn);
    return turn;
  }

  #put(turn: Turn): void {
    this.close(turn);
    const length = lengthOf(turn);
    this.#turns.set(turn, { length, atMs: performance.now() });
    this.#length += length;
    this.#letGo();
  }

  #letGo(): void {
    const earliest = performance.now() - MAX_AGE_MS;
    for (const [oldest, { atMs }] of this.#turns) {
      const isRoom = this.#turns.size <= MAX_TURNS && this.#length <= MAX_LENGTH;
      if (isRoom && atMs >= earliest) break;
      this.close(oldest);
    }
  }
}
