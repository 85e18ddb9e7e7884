import { setTimeout as sleep } from "node:timers/promises";

import { unlessAborted } from "@kioku/core/toolkit";

import { leavesConnection, NoConnectionError, UnansweredError } from "../../sql/to-memory-error.js";
import type { PostgresPool, PostgresPoolClient, PostgresQuery, PostgresResult } from "./clients.js";

/** The message of node-postgres. */
const NO_CONNECTION = "timeout exceeded when trying to connect";

interface LeaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limit of the wait for a connection; left out, the pool's own. */
  readonly connectTimeoutMs?: number | undefined;
  /** Limit of the wait for an answer of the server; left out, none. */
  readonly silenceMs?: number | undefined;
}

/** A connection while it is lent. */
export class Lease {
  readonly #client: PostgresPoolClient;
  readonly #silenceMs: number | undefined;
  #isBroken = false;
  #isReleased = false;
  #isGathering = false;
  /** Number of unanswered statements. */
  #waiting = 0;
  #bytesRead = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #givenUp = Promise.withResolvers<never>();
  #failure: UnansweredError | undefined;

  constructor(client: PostgresPoolClient, silenceMs?: number) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    // Statements reject with it; there may be none.
    this.#givenUp.promise.catch(() => undefined);
    client.on?.("error", this.#onError);
  }

  /** Borrows a connection; one that arrives too late is returned. */
  static async of(pool: PostgresPool, options: LeaseOptions = {}): Promise<Lease> {
    const { signal, connectTimeoutMs, silenceMs } = options;
    const connecting = pool.connect();
    const late = Promise.withResolvers<never>();
    const timer =
      connectTimeoutMs === undefined
        ? undefined
        : setTimeout(() => late.reject(new Error(NO_CONNECTION)), connectTimeoutMs);
    try {
      const client = await unlessAborted(Promise.race([connecting, late.promise]), signal);
      return new Lease(client, silenceMs);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** True if statements may be sent before earlier ones are answered. */
  get canPipeline(): boolean {
    return this.#client.pipeline === true;
  }

  /** Number of the server's process, as whoever took the connection says. */
  get processID(): number | undefined {
    return this.#client.processID ?? undefined;
  }

  /** The part that stays the same however often the connection is lent. */
  get connection(): object {
    return this.#client.connection ?? this.#client;
  }

  /** Runs a statement. Throws `UnansweredError` if the server is silent for too long. */
  async query(query: PostgresQuery): Promise<PostgresResult> {
    if (this.#failure) throw this.#failure;
    this.#waiting += 1;
    if (this.#waiting === 1) this.#listen();
    if (this.canPipeline) this.#gather();
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

  /** Cuts the connection off; its statements reject with `UnansweredError`. */
  giveUp(): void {
    this.#failure = new UnansweredError("the server did not answer in time");
    this.#givenUp.reject(this.#failure);
    this.cut();
  }

  /** Ends the connection at once; the server rolls back. */
  cut(): void {
    this.#isBroken = true;
    this.release();
    this.#client.connection?.stream?.destroy();
  }

  /** Keeps the connection from being reused. */
  markBroken(): void {
    this.#isBroken = true;
  }

  /** Returns the connection to the pool, or destroys it if its state is unknown. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#client.release(this.#isBroken);
    // A destroyed connection may still emit errors.
    if (!this.#isBroken) this.#client.off?.("error", this.#onError);
  }

  /** Sends all statements of one turn at once: each message to the network takes long. */
  #gather(): void {
    const stream = this.#client.connection?.stream;
    if (this.#isGathering || !stream?.cork || !stream.uncork) return;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork?.();
    });
  }

  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#silenceMs === undefined || this.#waiting === 0 || this.#isReleased) return;
    this.#bytesRead = this.#arrived();
    // An answer may have arrived while this process was busy: the immediate runs after it is read.
    const timer = setTimeout(() => setImmediate(() => this.#checkSilence(timer)), this.#silenceMs);
    this.#timer = timer;
  }

  #checkSilence(timer: NodeJS.Timeout): void {
    if (this.#timer !== timer) return;
    if (this.#arrived() > this.#bytesRead) this.#listen();
    else this.giveUp();
  }

  #arrived(): number {
    return this.#client.connection?.stream?.bytesRead ?? 0;
  }

  readonly #onError = (): void => {
    this.#isBroken = true;
  };
}

/** Longest pause between two probes: short enough for a pool to keep its connection. */
const MAX_BEAT_MS = 5_000;
/** The message of node-postgres for a server that accepts a connection and stays silent. */
const MUTE = /due to connection timeout/u;

interface Watched {
  readonly lease: Pick<Lease, "giveUp">;
  /** Asks the server for a sign of life on another connection. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  readonly timeoutMs: number;
}

/** Runs work on a connection, and cuts it when the server does not answer on another one. */
export async function whileAlive<T>(watched: Watched, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const watching = watch(watched, ended.signal);
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}

async function watch({ lease, probe, timeoutMs }: Watched, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await sleep(Math.min(timeoutMs, MAX_BEAT_MS), undefined, { signal: ended });
      await probe(ended);
    } catch (error) {
      if (isSilence(error)) lease.giveUp();
    }
  }
}

function isSilence(error: unknown): boolean {
  if (error instanceof UnansweredError) return true;
  if (!(error instanceof NoConnectionError)) return false;
  return error.cause instanceof Error && MUTE.test(error.cause.message);
}
