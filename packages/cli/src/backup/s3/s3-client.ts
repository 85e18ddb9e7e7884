import { MemoryError } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { retryAfterOf } from "../../network.js";
import { BrokenAnswer, exchange } from "./exchange.js";
import type { S3Settings } from "./s3-options.js";
import {
  adviceFor,
  describeProblem,
  mayPass,
  readProblem,
  type S3Answer,
  type S3Problem,
} from "./s3-refusal.js";
import type { S3Request } from "./sign-request.js";

interface Failure {
  readonly problem: string;
  /** Milliseconds that the server asks to be left alone for. */
  readonly waitMs?: number | undefined;
  /** True for an answer that came whole and makes no sense. */
  readonly isNonsense?: boolean;
}

const ATTEMPTS = 7;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 20_000;
/** A server that asks for more is left alone. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Sends requests to a bucket, again where that may help. */
export class S3Client {
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /**
   * Sends a request until it is answered, and reads the answer, which may have any status that does
   * not pass. `read` throws `BrokenAnswer` for one that is to be asked for again.
   * @throws `store-unavailable`, or `store-failed` if the answers make no sense.
   */
  async send<T>(
    request: S3Request,
    signal: AbortSignal | undefined,
    read: (answer: S3Answer, attempt: number) => T,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const outcome = await this.#attempt(request, signal, (answer) => read(answer, attempt));
      if ("value" in outcome) return outcome.value;
      const { failure } = outcome;
      const asked = failure.waitMs ?? 0;
      if (attempt === ATTEMPTS || asked > LONGEST_RETRY_AFTER_MS) {
        throw this.#givenUp(failure, attempt);
      }
      await this.#wait(Math.max(asked, this.#backoffMs(attempt)), signal);
    }
  }

  /** Makes the error for an answer that does not pass. */
  refused(problem: S3Problem, what: string): MemoryError {
    const advice = adviceFor(problem);
    const end = advice === "" ? "" : `; ${advice}`;
    const { code } = problem;
    const shown = this.#isSecret(code) ? { ...problem, code: "" } : problem;
    return this.failed(`${describeProblem(shown)} to ${what}${end}`);
  }

  /** Makes an error for a failure that does not pass. */
  failed(problem: string): MemoryError {
    return new MemoryError("store-failed", `${this.#settings.name} ${problem}`);
  }

  async #attempt<T>(
    request: S3Request,
    signal: AbortSignal | undefined,
    read: (answer: S3Answer) => T,
  ): Promise<{ readonly value: T } | { readonly failure: Failure }> {
    try {
      const answer = await exchange(this.#settings, request, signal);
      if (answer.status >= 300) {
        const problem = readProblem(answer);
        if (mayPass(problem)) {
          const shown = this.#isSecret(problem.code) ? { ...problem, code: "" } : problem;
          const waitMs = retryAfterOf(answer.headers, this.#settings.clock());
          return { failure: { problem: describeProblem(shown), waitMs } };
        }
      }
      return { value: read(answer) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BrokenAnswer) return { failure: error };
      throw error;
    }
  }

  #givenUp({ problem, waitMs = 0, isNonsense = false }: Failure, attempts: number): MemoryError {
    const times = attempts === 1 ? "" : ` in ${attempts} attempts`;
    const message = `${this.#settings.name} ${problem}${times}`;
    if (isNonsense) return new MemoryError("store-failed", message);
    const when = waitMs === 0 ? "later" : `in ${Math.ceil(waitMs / 1_000)} s`;
    return new MemoryError("store-unavailable", `${message}; try again ${when}`, {
      retryable: true,
    });
  }

  /** A server could answer with what it was sent. */
  #isSecret(code: string): boolean {
    const { accessKeyId, secretAccessKey, sessionToken = "" } = this.#settings;
    const secrets = [accessKeyId, secretAccessKey, sessionToken];
    return secrets.some((secret) => secret !== "" && code.includes(secret));
  }

  #backoffMs(attempt: number): number {
    const most = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
    return most * (0.5 + this.#settings.random() / 2);
  }

  async #wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const cancel = this.#settings.schedule(() => resolve(undefined), delayMs);
    await unlessAborted(promise, signal).finally(cancel);
  }
}
