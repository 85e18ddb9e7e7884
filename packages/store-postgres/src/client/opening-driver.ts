import type { Channel, Driver, RunOptions, Statement, TransactionOptions } from "./driver.js";

/** Limits of an opening. */
export type OpeningLimits = Required<Pick<RunOptions, "signal" | "statementTimeoutMs">>;

/**
 * A driver as an opening uses it: all ends with the signal, and reads are limited in time, waiting
 * for locks included.
 */
export class OpeningDriver implements Driver {
  readonly #inner: Driver;
  readonly #limits: OpeningLimits;

  constructor(inner: Driver, limits: OpeningLimits) {
    this.#inner = inner;
    this.#limits = limits;
  }

  async rows<Row>(statement: Statement): Promise<readonly Row[]> {
    return this.#inner.transaction({ mode: "snapshot", ...this.#limits }, (channel) =>
      channel.rows<Row>(statement),
    );
  }

  async transaction<T>(
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    return this.#inner.transaction({ ...options, signal: this.#limits.signal }, work);
  }

  async outside<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    return this.#inner.outside(work, this.#limits);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}
