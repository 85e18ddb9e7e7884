import { unlessAborted } from "@kioku/core/toolkit";

import { toStatement } from "../../sql/compile.js";
import { toWire } from "../../sql/driver.js";
import type {
  Channel,
  Driver,
  Executable,
  RunOptions,
  Statement,
  TransactionOptions,
} from "../../sql/driver.js";
import { NotCommittedError } from "../../sql/to-memory-error.js";
import { BaseChannel, PendingWork } from "./base-channel.js";
import type { PgliteDatabase, PgliteQueryOptions, PgliteTransaction } from "./clients.js";
import { VALUE_PARSERS } from "./value-parsers.js";

const CHARACTERISTICS: Readonly<Record<TransactionOptions["mode"], string>> = {
  snapshot: "set transaction isolation level repeatable read, read only",
  write: "set transaction isolation level read committed, read write",
};

/** PGlite must not convert values: they are encoded already. */
const OPTIONS: PgliteQueryOptions = {
  parsers: VALUE_PARSERS,
  serializers: new Proxy({}, { get: () => (value: string) => value }),
};

/** Reaches PostgreSQL in this process. It has one connection, so operations take turns. */
export class PgliteDriver implements Driver {
  readonly #database: PgliteDatabase;
  readonly #pending = new PendingWork();

  constructor(database: PgliteDatabase) {
    this.#database = database;
  }

  async rows<Row>(statement: Executable, { signal }: RunOptions = {}): Promise<readonly Row[]> {
    signal?.throwIfAborted();
    const answer = this.#pending.track(() =>
      new PgliteChannel(this.#database).rows<Row>(statement),
    );
    return unlessAborted(answer, signal);
  }

  async commit<Row>(statement: Executable, options?: RunOptions): Promise<readonly Row[]> {
    return this.transaction({ ...options, mode: "write" }, (channel) => channel.rows(statement));
  }

  async transaction<T>(
    { mode, signal }: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const begun = Promise.withResolvers<void>();
    const done = this.#pending.track(() =>
      this.#database.transaction(async (transaction) => {
        // Its turn may come after the abort.
        signal?.throwIfAborted();
        begun.resolve();
        const channel = new PgliteChannel(transaction, true);
        await channel.rows({ text: CHARACTERISTICS[mode], values: [] });
        try {
          const result = await unlessAborted(work(channel), signal);
          await channel.finished();
          channel.throwIfFailed();
          signal?.throwIfAborted();
          return { result };
        } catch (error) {
          channel.fail(error);
          throw error;
        }
      }),
    );
    // Once begun it ends by itself, and only its end tells if it was committed.
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
    return unlessAborted(
      this.#pending.track(() => work(new PgliteChannel(this.#database))),
      signal,
    );
  }

  async close(): Promise<void> {
    await this.#pending.settled();
  }
}

class PgliteChannel extends BaseChannel {
  readonly #target: PgliteTransaction;
  readonly #endsWithFailure: boolean;
  #last: Promise<unknown> = Promise.resolve();

  constructor(target: PgliteTransaction, endsWithFailure = false) {
    super();
    this.#target = target;
    this.#endsWithFailure = endsWithFailure;
  }

  async rows<Row>(statement: Executable): Promise<readonly Row[]> {
    const { rows } = await this.#send(statement);
    return rows as unknown as readonly Row[];
  }

  async change(statement: Executable): Promise<number> {
    const { affectedRows } = await this.#send(statement);
    return affectedRows ?? 0;
  }

  async #send(given: Executable): ReturnType<PgliteTransaction["query"]> {
    const statement = toStatement(given);
    const answer = this.#last.then(() => this.#query(statement));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #query({ text, values }: Statement): ReturnType<PgliteTransaction["query"]> {
    this.throwIfFailed();
    try {
      return await this.#target.query(text, values.map(toWire), OPTIONS);
    } catch (error) {
      if (this.#endsWithFailure) this.fail(error);
      throw error;
    }
  }
}
