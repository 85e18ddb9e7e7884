import { unlessAborted } from "@kioku/core/stores";

import { leavesConnection } from "../errors/to-memory-error.js";
import type { PostgresPool, PostgresPoolClient, PostgresQuery, PostgresResult } from "./clients.js";

/** A connection while it is lent. */
export class Lease {
  readonly #client: PostgresPoolClient;
  #isBroken = false;
  #isReleased = false;

  constructor(client: PostgresPoolClient) {
    this.#client = client;
    client.on?.("error", this.#onError);
  }

  /** Waits for a connection; one that comes after the signal was aborted goes back. */
  static async of(pool: PostgresPool, signal?: AbortSignal): Promise<Lease> {
    const asked = pool.connect();
    try {
      return new Lease(await unlessAborted(asked, signal));
    } catch (error) {
      asked.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    }
  }

  /** Whether statements may be sent before those ahead of them are answered. */
  get canPipeline(): boolean {
    return this.#client.pipeline === true;
  }

  /** What tells this connection from others. */
  get connection(): object {
    return this.#client;
  }

  /** Runs a statement. */
  async query(query: PostgresQuery): Promise<PostgresResult> {
    try {
      return await this.#client.query(query);
    } catch (error) {
      if (!leavesConnection(error)) this.#isBroken = true;
      throw error;
    }
  }

  /** Ends the connection at once; the server undoes what it has begun. */
  cut(): void {
    this.#isBroken = true;
    this.release();
    this.#client.connection?.stream?.destroy();
  }

  /** From now on, nobody may use the connection after this operation. */
  spoil(): void {
    this.#isBroken = true;
  }

  /** Gives the connection back, unless it is in a state that nobody knows: then it is thrown away. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#isBroken);
    // One that is thrown away may still break, and nobody else listens to it.
    if (!this.#isBroken) this.#client.off?.("error", this.#onError);
  }

  /** Statements under way are told by their own errors. */
  readonly #onError = (): void => {
    this.#isBroken = true;
  };
}
