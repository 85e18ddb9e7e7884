import { toStatement } from "../../sql/compile.js";
import { toWire, type Executable, type Statement } from "../../sql/driver.js";
import { BaseChannel } from "./base-channel.js";
import type { PostgresResult } from "./clients.js";
import type { Lease } from "./lease.js";
import { losesStatements, type StatementNames } from "./statement-names.js";
import { valueParser } from "./value-parsers.js";

const TYPES = { getTypeParser: valueParser };
/** A read is harmless where its transaction could not begin. */
const ONLY_READS = /^\s*select\b/iu;

/** The statements of one operation on one connection. */
export class PgChannel extends BaseChannel {
  readonly lease: Lease;
  readonly #names: StatementNames | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #begun: Promise<unknown> | undefined;
  #hasBegun = true;
  #held = 0;

  constructor(lease: Lease, names?: StatementNames) {
    super();
    this.lease = lease;
    this.#names = names;
  }

  async rows<Row>(statement: Executable): Promise<readonly Row[]> {
    const { rows } = await this.send(statement);
    return rows as readonly Row[];
  }

  async change(statement: Executable): Promise<number> {
    const { rowCount } = await this.send(statement);
    return rowCount ?? 0;
  }

  /** Begins a transaction; after the first failure all statements reject with it. */
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

  /** Sends a statement, at once if it may travel with earlier ones. */
  async send(given: Executable): Promise<PostgresResult> {
    const statement = toStatement(given);
    const ahead = this.#ahead();
    const mayTravel = ahead === undefined || (this.#held === 0 && this.#isHarmless(statement));
    const answer = mayTravel ? this.#query(statement) : this.#hold(ahead, statement);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async settled(): Promise<void> {
    await this.#last;
  }

  #ahead(): Promise<unknown> | undefined {
    if (!this.lease.canPipeline) return this.#last;
    return this.#hasBegun && this.#held === 0 ? undefined : this.#begun;
  }

  /** Writes wait for the begin: if that failed, they would run outside a transaction. */
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
    this.throwIfFailed();
    const { text, values } = statement;
    const name = this.#names?.nameOf(statement, this.lease.connection);
    const query = { text, values: values.map(toWire), types: TYPES };
    try {
      return await this.lease.query(name === undefined ? query : { ...query, name });
    } catch (error) {
      if (name !== undefined && losesStatements(error)) this.lease.markBroken();
      if (this.#begun) {
        this.fail(error);
        this.throwIfFailed();
      }
      throw error;
    }
  }
}
