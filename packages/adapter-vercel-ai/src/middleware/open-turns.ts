import type { PastCalls } from "../turn/marks.js";
import type { Turn } from "./turn.js";

/** Most open turns. */
const MAX_TURNS = 1_024;
/** Most text of all open turns, in UTF-16 units. */
const MAX_LENGTH = 16_777_216;
/** Most tool calls by which one turn is found; the oldest go first. */
const MAX_CALLS = 1_024;
/**
 * Time in which a failed call can be retried with the same memories. The AI SDK waits at most a
 * minute between attempts.
 */
const RETRY_MS = 120_000;
/** Time that a turn waits for its tools. */
const MAX_AGE_MS = 3_600_000;

/** Turns of a model that wait for a next step: after tool calls, or after a failed first call. */
export class OpenTurns {
  /** Least recently used first. */
  readonly #turns = new Map<Turn, { readonly length: number; readonly atMs: number }>();
  #length = 0;

  /** Keeps a turn until its tools have answered. */
  keep(turn: Turn, callId: string): void {
    turn.callIds.add(callId);
    for (const id of turn.callIds) {
      if (turn.callIds.size <= MAX_CALLS) break;
      turn.callIds.delete(id);
    }
    this.#store(turn);
  }

  /** Keeps a turn for a retry. */
  keepFailed(turn: Turn): void {
    turn.failedAtMs = performance.now();
    this.#store(turn);
  }

  /** Drops a turn that has ended. */
  close(turn: Turn): void {
    this.#length -= this.#turns.get(turn)?.length ?? 0;
    this.#turns.delete(turn);
  }

  /**
   * Returns the turn that these calls name. If an app or provider dropped the names, one with the
   * same call ids in the same conversation: ids alone may belong to somebody else.
   */
  find({ turns, ids }: PastCalls, conversation: () => string | undefined): Turn | undefined {
    this.#evict();
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

  /** Takes the turn of this conversation whose first call failed lately. */
  takeFailed(conversation: string): Turn | undefined {
    this.#evict();
    const earliest = performance.now() - RETRY_MS;
    const turn = [...this.#turns.keys()].findLast(
      ({ hasAnswered, failedAtMs = -Infinity, conversation: own }) =>
        !hasAnswered && failedAtMs >= earliest && own === conversation,
    );
    if (turn) this.close(turn);
    return turn;
  }

  #store(turn: Turn): void {
    this.close(turn);
    const length = lengthOf(turn);
    this.#turns.set(turn, { length, atMs: performance.now() });
    this.#length += length;
    this.#evict();
  }

  #evict(): void {
    const earliest = performance.now() - MAX_AGE_MS;
    for (const [oldest, { atMs }] of this.#turns) {
      const hasRoom = this.#turns.size <= MAX_TURNS && this.#length <= MAX_LENGTH;
      if (hasRoom && atMs >= earliest) break;
      this.close(oldest);
    }
  }
}

/** Estimates the size of an open turn in UTF-16 units. */
function lengthOf({ question, texts, callIds, recalled, doubted }: Turn): number {
  const all = [...texts, ...(recalled?.memories ?? [])].map(({ content }) => content.length);
  for (const { text } of [...(recalled?.read ?? []), ...doubted.values()]) all.push(text.length);
  const base = question.length + (recalled?.text.length ?? 0) + 32 * callIds.size + 1_024;
  return all.reduce((sum, length) => sum + length, base);
}
