import { unlessAborted } from "@kioku/core/toolkit";

import { UnansweredError } from "../errors/client-errors.js";
import { leavesConnection } from "../errors/to-memory-error.js";
import type { PostgresPool, PostgresPoolClient, PostgresQuery, PostgresResult } from "./clients.js";

/** As node-postgres says it. */
const NO_CONNECTION = "timeout exceeded when trying to connect";

/** How a connection is lent. */
export interface LeaseOptions {
  /** Ends the waiting for a connection. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a connection; left out, as long as the pool lets wait. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long the server may leave statements unanswered; left out, for ever. */
  readonly silenceMs?: number | undefined;
}

/** A connection while it is lent. */
export class Lease {
  readonly #client: PostgresPoolClient;
  readonly #silenceMs: number | undefined;
  #isBroken = false;
  #isReleased = false;
  /** How many statements are not answered yet. */
  #waiting = 0;
  #bytesRead = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #givenUp = Promise.withResolvers<never>();
  #failure: UnansweredError | undefined;

  constructor(client: PostgresPoolClient, silenceMs?: number) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    // Statements hear of it; there may be none.
    this.#givenUp.promise.catch(() => undefined);
    client.on?.("error", this.#onError);
  }

  /** Waits for a connection; one that comes too late goes back. */
  static async of(pool: PostgresPool, options: LeaseOptions = {}): Promise<Lease> {
    const { signal, connectTimeoutMs, silenceMs } = options;
    const asked = pool.connect();
    const late = Promise.withResolvers<never>();
    const timer =
      connectTimeoutMs === undefined
        ? undefined
        : setTimeout(() => late.reject(new Error(NO_CONNECTION)), connectTimeoutMs);
    try {
      const client = await unlessAborted(Promise.race([asked, late.promise]), signal);
      return new Lease(client, silenceMs);
    } catch (error) {
      asked.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
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

  /**
   * Runs a statement.
   * @throws `UnansweredError` if the server says nothing for too long.
   */
  async query(query: PostgresQuery): Promise<PostgresResult> {
    if (this.#failure) throw this.#failure;
    this.#waiting += 1;
    if (this.#waiting === 1) this.#listen();
    try {
      return await Promise.race([this.#client.query(query), this.#givenUp.promise]);
    } catch (error) {
      if (!leavesConnection(error)) this.#isBroken = true;
      throw error;
    } finally {
      this.#waiting -= 1;
      this.#listen();
    }
  }

  /** Cuts the connection off; statements under way and later ones reject with `UnansweredError`. */
  giveUp(): void {
    this.#failure = new UnansweredError("the server did not answer in time");
    this.#givenUp.reject(this.#failure);
    this.cut();
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

  /**
   * Gives the connection back, unless it is in a state that nobody knows: then it is thrown away.
   */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#client.release(this.#isBroken);
    // One that is thrown away may still break, and nobody else listens to it.
    if (!this.#isBroken) this.#client.off?.("error", this.#onError);
  }

  /** Waits anew for a sign of the server, as long as statements are under way. */
  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#silenceMs === undefined || this.#waiting === 0 || this.#isReleased) return;
    this.#bytesRead = this.#arrived();
    // An answer may have arrived while this process was busy: it is read before the immediate runs.
    const timer = setTimeout(() => setImmediate(() => this.#judge(timer)), this.#silenceMs);
    this.#timer = timer;
  }

  #judge(timer: NodeJS.Timeout): void {
    if (this.#timer !== timer) return;
    if (this.#arrived() > this.#bytesRead) this.#listen();
    else this.giveUp();
  }

  #arrived(): number {
    return this.#client.connection?.stream?.bytesRead ?? 0;
  }

  /** Statements under way are told by their own errors. */
  readonly #onError = (): void => {
    this.#isBroken = true;
  };
}
