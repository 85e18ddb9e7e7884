import type { WriteOp, WriteResult } from "@kioku/core/toolkit";

import type { BusyTimeout, SerialQueue } from "../sql/scheduling.js";

type Results = readonly WriteResult[];

/** Writes ops in one transaction. */
type WriteAll = (ops: readonly WriteOp[]) => Promise<Results>;

/** Ops of one call up to which it may share a transaction, and of all calls that share one. */
const MOST_OF_CALL = 32;
const MOST_TOGETHER = 256;

interface JoinedCall {
  readonly ops: readonly WriteOp[];
  readonly signal: AbortSignal | undefined;
  readonly answer: PromiseWithResolvers<Results>;
  /** Calls that began right after one another. */
  readonly run: Set<JoinedCall>;
  /** True while a transaction has its ops, and after it answered. */
  isTaken: boolean;
  /** True after a shared transaction failed, maybe the fault of another call. */
  isAlone: boolean;
  /** Why it lost its turn: an abort, or a timeout. */
  failure: unknown;
}

/** A call of `JoinedWrites`. */
interface Joining {
  readonly ops: readonly WriteOp[];
  readonly signal: AbortSignal | undefined;
  readonly timeout: BusyTimeout | undefined;
}

/**
 * Writes small batches that wait for their turn in one transaction, in their order. What a
 * transaction costs, most of all in the keyword index, is shared then. If it fails, each batch is
 * written alone, so that it has its own outcome.
 */
export class JoinedWrites {
  readonly #queue: SerialQueue;
  #run = new Set<JoinedCall>();

  constructor(queue: SerialQueue) {
    this.#queue = queue;
  }

  /** Separates the calls before from those after, because another write comes between them. */
  separate(): void {
    this.#run = new Set();
  }

  /** Writes ops when their turn comes, or sooner, with `writeAll`. */
  async write({ ops, signal, timeout }: Joining, writeAll: WriteAll): Promise<Results> {
    if (ops.length > MOST_OF_CALL) {
      this.separate();
      return this.#queue.run(() => writeAll(ops), timeout);
    }
    const answer = Promise.withResolvers<Results>();
    const run = this.#run;
    const state = { isTaken: false, isAlone: false, failure: undefined };
    const call: JoinedCall = { ops, signal, answer, run, ...state };
    run.add(call);
    void this.#takeTurn(call, writeAll, timeout);
    return answer.promise;
  }

  async #takeTurn(
    call: JoinedCall,
    writeAll: WriteAll,
    timeout: BusyTimeout | undefined,
  ): Promise<void> {
    try {
      await this.#queue.run(() => (call.isTaken ? undefined : lead(call, writeAll)), timeout);
    } catch (error) {
      call.failure = error;
      // One that is taken is answered by the call that took it.
      if (!call.isTaken) call.answer.reject(error);
    } finally {
      call.run.delete(call);
    }
  }
}

/** Writes a call, and others that wait, if they need not be alone. */
async function lead(call: JoinedCall, writeAll: WriteAll): Promise<void> {
  const calls = call.isAlone ? [call] : takeAfter(call);
  if (calls.length > 1) {
    try {
      const results = await writeAll(calls.flatMap(({ ops }) => ops));
      answerEach(calls, results);
      return;
    } catch {
      for (const one of calls) setFree(one);
    }
  }
  const results = await writeAll(call.ops);
  call.isTaken = true;
  call.answer.resolve(results);
}

/** Takes a call and those after it. */
function takeAfter(call: JoinedCall): readonly JoinedCall[] {
  const calls = [call];
  let count = call.ops.length;
  for (const one of call.run) {
    const mayJoin = !one.isTaken && !one.isAlone && one.signal?.aborted !== true;
    if (one === call || !mayJoin) continue;
    count += one.ops.length;
    if (count > MOST_TOGETHER) break;
    calls.push(one);
  }
  if (calls.length > 1) for (const one of calls) one.isTaken = true;
  return calls;
}

function answerEach(calls: readonly JoinedCall[], results: Results): void {
  let from = 0;
  for (const { ops, answer } of calls) {
    answer.resolve(results.slice(from, from + ops.length));
    from += ops.length;
  }
}

/** Lets a call be written at its own turn, unless it has lost that meanwhile. */
function setFree(call: JoinedCall): void {
  call.isTaken = false;
  call.isAlone = true;
  if (call.failure !== undefined) call.answer.reject(call.failure);
}
