import type { PostgresResult } from "./clients.js";
import { toWire } from "./driver.js";
import type { Channel, Statement } from "./driver.js";
import type { Lease } from "./lease.js";
import type { StatementNames } from "./statement-names.js";
import { valueParser } from "./value-parsers.js";

const TYPES = { getTypeParser: valueParser };
/** Does no harm where the transaction that it belongs to could not begin. */
const ONLY_READS = /^\s*select\b/iu;

/** The statements of one operation on one connection. */
export class PgChannel implements Channel {
  /** The connection. */
  readonly lease: Lease;
  readonly #names: StatementNames | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #begun: Promise<unknown> | undefined;
  #hasBegun = true;
  #held = 0;
  readonly #finishing: Promise<unknown>[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(lease: Lease, names?: StatementNames) {
    this.lease = lease;
    this.#names = names;
  }

  async rows<Row>(statement: Statement): Promise<readonly Row[]> {
    const { rows } = await this.send(statement);
    return rows as readonly Row[];
  }

  async change(statement: Statement): Promise<number> {
    const { rowCount } = await this.send(statement);
    return rowCount ?? 0;
  }

  finish(statement: Statement): void {
    const answer = this.send(statement);
    // Whoever commits looks at it; until then it is nobody's.
    answer.catch(() => undefined);
    this.#finishing.push(answer);
  }

  /** Waits for what was sent to travel with the commit; its first failure is the failure. */
  async finished(): Promise<void> {
    await Promise.all(this.#finishing);
  }

  /**
   * Begins a transaction. After the first failure nothing more is sent, and all that follows fails
   * with the same error.
   */
  async begin(text: string): Promise<void> {
    const begun = this.send({ text, values: [] });
    this.#begun = begun;
    this.#hasBegun = false;
    try {
      await begun;
      this.#hasBegun = true;
    } catch (error) {
      this.fail(error);
      throw error;
    }
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

  /** Sends a statement, at once if it may travel with those ahead of it. */
  async send(statement: Statement): Promise<PostgresResult> {
    const ahead = this.#ahead();
    const mayTravel = ahead === undefined || (this.#held === 0 && this.#isHarmless(statement));
    const answer = mayTravel ? this.#query(statement) : this.#hold(ahead, statement);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Waits for all that was sent. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** What has to be answered before anything else is sent. */
  #ahead(): Promise<unknown> | undefined {
    if (!this.lease.canPipeline) return this.#last;
    return this.#hasBegun && this.#held === 0 ? undefined : this.#begun;
  }

  /**
   * What changes something waits until the transaction has begun: if that failed, it would be done
   * outside of it.
   */
  #isHarmless({ text }: Statement): boolean {
    return this.lease.canPipeline && ONLY_READS.test(text);
  }

  async #hold(ahead: Promise<unknown>, statement: Statement): Promise<PostgresResult> {
    this.#held += 1;
    try {
      await ahead;
    } finally {
      this.#held -= 1;
    }
    return this.#query(statement);
  }

  async #query(statement: Statement): Promise<PostgresResult> {
    this.requireSound();
    const { text, values } = statement;
    const name = this.#names?.nameOf(statement, this.lease.connection);
    const query = { text, values: values.map(toWire), types: TYPES };
    try {
      return await this.lease.query(name === undefined ? query : { ...query, name });
    } catch (error) {
      if (!this.#begun) throw error;
      // Whatever follows in the same transaction fails because of the first.
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }
}
