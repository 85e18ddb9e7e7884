import { unlessAborted } from "@kioku/core/toolkit";

import { NotCommittedError } from "../errors/client-errors.js";
import type { PgliteDatabase, PgliteQueryOptions, PgliteTransaction } from "./clients.js";
import { toWire } from "./driver.js";
import type { Channel, Driver, RunOptions, Statement, TransactionOptions } from "./driver.js";
import { VALUE_PARSERS } from "./value-parsers.js";

const CHARACTERISTICS: Readonly<Record<TransactionOptions["mode"], string>> = {
  snapshot: "set transaction isolation level repeatable read, read only",
  write: "set transaction isolation level read committed, read write",
  serializable: "set transaction isolation level serializable, read write",
};

/** Values are given as they are to be sent: PGlite would turn them into text by their types. */
const OPTIONS: PgliteQueryOptions = {
  parsers: VALUE_PARSERS,
  serializers: new Proxy({}, { get: () => (value: string) => value }),
};

/** Reaches PostgreSQL in this process. It has one connection, so operations take turns. */
export class PgliteDriver implements Driver {
  readonly #database: PgliteDatabase;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(database: PgliteDatabase) {
    this.#database = database;
  }

  async rows<Row>(statement: Statement, { signal }: RunOptions = {}): Promise<readonly Row[]> {
    signal?.throwIfAborted();
    const answer = this.#track(new PgliteChannel(this.#database).rows<Row>(statement));
    return unlessAborted(answer, signal);
  }

  async transaction<T>(
    { mode, signal }: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const begun = Promise.withResolvers<void>();
    const done = this.#track(
      this.#database.transaction(async (transaction) => {
        // Its turn may come when nobody waits for it any more.
        signal?.throwIfAborted();
        begun.resolve();
        const channel = new PgliteChannel(transaction, true);
        await channel.rows({ text: CHARACTERISTICS[mode], values: [] });
        try {
          const result = await unlessAborted(work(channel), signal);
          await channel.finished();
          channel.requireSound();
          signal?.throwIfAborted();
          return { result };
        } catch (error) {
          channel.fail(error);
          throw error;
        }
      }),
    );
    // Once it has begun, it ends by itself, and only that tells whether it was committed.
    await unlessAborted(Promise.race([begun.promise, done]), signal);
    const finished = await done;
    if (!finished) throw new NotCommittedError("the transaction was rolled back");
    return finished.result;
  }

  async outside<T>(
    work: (channel: Channel) => Promise<T>,
    { signal }: Pick<RunOptions, "signal"> = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    return unlessAborted(this.#track(work(new PgliteChannel(this.#database))), signal);
  }

  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }
}

class PgliteChannel implements Channel {
  readonly #target: PgliteTransaction;
  readonly #endsWithFailure: boolean;
  #last: Promise<unknown> = Promise.resolve();
  readonly #finishing: Promise<unknown>[] = [];
  #failure: { readonly error: unknown } | undefined;

  /** @param endsWithFailure - After the first failure nothing more is sent. */
  constructor(target: PgliteTransaction, endsWithFailure = false) {
    this.#target = target;
    this.#endsWithFailure = endsWithFailure;
  }

  async rows<Row>(statement: Statement): Promise<readonly Row[]> {
    const { rows } = await this.#send(statement);
    return rows as unknown as readonly Row[];
  }

  async change(statement: Statement): Promise<number> {
    const { affectedRows } = await this.#send(statement);
    return affectedRows ?? 0;
  }

  finish(statement: Statement): void {
    const answer = this.#send(statement);
    // Whoever commits looks at it; until then it is nobody's.
    answer.catch(() => undefined);
    this.#finishing.push(answer);
  }

  /** Waits for what was sent to travel with the commit; its first failure is the failure. */
  async finished(): Promise<void> {
    await Promise.all(this.#finishing);
  }

  /** From now on nothing is sent; only the first call counts. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Throws if a statement has failed, whoever may have caught that: the transaction cannot be
   * committed.
   */
  requireSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async #send(statement: Statement): ReturnType<PgliteTransaction["query"]> {
    const answer = this.#last.then(() => this.#query(statement));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #query({ text, values }: Statement): ReturnType<PgliteTransaction["query"]> {
    this.requireSound();
    try {
      return await this.#target.query(text, values.map(toWire), OPTIONS);
    } catch (error) {
      if (this.#endsWithFailure) this.fail(error);
      throw error;
    }
  }
}
