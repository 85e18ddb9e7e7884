import { MemoryError } from "@kioku/core";
import { planBatches, type EmbedResult } from "@kioku/core/toolkit";

import type { Semaphore } from "../async/semaphore.js";
import { linkedController, wait } from "../async/timing.js";
import type { EmbeddingServer } from "../http/embedding-server.js";
import type { Failure } from "../http/exchange.js";
import type { Answer } from "../http/read-answer.js";
import type { Settings } from "../options/settings.js";
import { cutText, sliceWhole, tooLong, type Input } from "./inputs.js";

/** The context of one call. */
export interface Call {
  readonly settings: Settings;
  readonly server: EmbeddingServer;
  readonly purpose: "query" | "document";
  /** Limits the requests of all calls. */
  readonly semaphore: Semaphore;
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** The state that the batches of one call share. */
interface BatchRun extends Pick<Call, "settings" | "server" | "purpose"> {
  readonly signal: AbortSignal;
  /** By the caller's order; filled as vectors arrive. */
  readonly vectors: (Float32Array | undefined)[];
  /** Width of the vectors, once it is known. */
  width: number | undefined;
  /** Sum of the tokens that the server reported, if it did. */
  tokens: number | undefined;
}

/** Failures so far, shared by the parts of a batch, so that splitting adds no retries. */
interface Failures {
  count: number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Share of a text that is kept when the server still finds it too long. */
const CUT_SHARE = 0.75;
/** No model in use finds this few characters too long; the server then means something else. */
const SHORT_LENGTH = 100;
const SHORT_ADVICE = "the text is short; check the limits of the server";
/** Most cuts of one text; a tenth of it is left then. */
const MAX_CUTS = 8;

/** Embeds the inputs of a call in concurrent batches. The first that fails cancels the others. */
export async function embedInputs(inputs: readonly Input[], call: Call): Promise<EmbedResult> {
  const { settings, semaphore, signals } = call;
  const { controller, unlink } = linkedController(signals);
  const { signal } = controller;
  const { maxBatchSize: maxSize, maxBatchTokens: maxTokens } = settings.limits;
  const sizes = inputs.map(({ tokens }) => tokens);
  const batches = planBatches(sizes, { maxSize, maxTokens });
  const vectors: (Float32Array | undefined)[] = Array.from({ length: inputs.length });
  const width = settings.dimensions;
  const run: BatchRun = { ...call, signal, vectors, width, tokens: undefined };
  const waiting = batches.values();

  async function work(): Promise<void> {
    for (const { start, end } of waiting) {
      await semaphore.run(() => embedBatch(inputs.slice(start, end), run), signal);
    }
  }

  try {
    const workers = Math.min(settings.maxConcurrency, batches.length);
    await Promise.all(Array.from({ length: workers }, work));
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    unlink();
  }
  const found = vectors.filter((vector) => vector !== undefined);
  return run.tokens === undefined ? { vectors: found } : { vectors: found, tokens: run.tokens };
}

/** Embeds a batch. Retries missing vectors and transient failures, and halves what is too large. */
async function embedBatch(
  inputs: readonly Input[],
  run: BatchRun,
  failures: Failures = { count: 0 },
): Promise<void> {
  let left = inputs;
  while (left.length > 0) {
    const { purpose, signal, width } = run;
    const texts = left.map(({ text }) => text);
    const outcome = await run.server.embed({ texts, purpose, signal, width });
    if (outcome.kind === "answer") {
      left = storeVectors(left, outcome, run);
      if (left.length > 0) await waitForRetry(incomplete(outcome), run, failures);
    } else if (outcome.kind !== "too-large") {
      await waitForRetry(outcome, run, failures);
    } else if (left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      await embedBatch(left.slice(0, middle), run, failures);
      left = left.slice(middle);
    } else if (left.every((input) => lengthWithoutPrefix(input, run) <= SHORT_LENGTH)) {
      await waitForRetry({ ...outcome, kind: "transient", advice: SHORT_ADVICE }, run, failures);
    } else {
      left = left.map((input) => shorten(input, outcome, run));
    }
  }
}

/** Stores the vectors that arrived and returns the inputs without one. */
function storeVectors(inputs: readonly Input[], answer: Answer, run: BatchRun): readonly Input[] {
  if (answer.tokens !== undefined) run.tokens = (run.tokens ?? 0) + answer.tokens;
  return inputs.filter((input, position) => {
    const vector = answer.vectors[position];
    run.width ??= vector?.length;
    if (vector === undefined || vector.length !== run.width) return true;
    run.vectors[input.index] = vector;
    return false;
  });
}

function incomplete({ damage = "vectors of two widths" }: Answer): Failure {
  return {
    kind: "transient",
    problem: `answered ${damage}`,
    advice: "check that the server has this model and its width",
  };
}

/** Waits for the next try. Throws if the failure is permanent or the tries are used up. */
async function waitForRetry(failure: Failure, run: BatchRun, failures: Failures): Promise<void> {
  const { maxRetries, maxRetryAfterMs, endpoint, random, schedule } = run.settings;
  failures.count += 1;
  const after = failure.retryAfterMs ?? 0;
  const isLast = failures.count > maxRetries || after > maxRetryAfterMs;
  if (failure.kind !== "transient" || isLast) {
    throw toError(failure, { server: endpoint.displayUrl, tries: failures.count });
  }
  // Doubles with each failure, half of it by chance, so that clients do not return together.
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (failures.count - 1), MAX_DELAY_MS);
  const delay = longest / 2 + (random() * longest) / 2;
  await wait(schedule, Math.max(delay, after), run.signal);
}

function lengthWithoutPrefix({ text }: Input, { settings, purpose }: BatchRun): number {
  return text.length - settings.prefix[purpose].length;
}

/** Cuts a text that the server finds too long: first to the known limit, then by shares. */
function shorten(input: Input, { problem }: Failure, run: BatchRun): Input {
  const { truncate, count, maxInputTokens = Infinity } = run.settings.limits;
  const counted = cutText(input.text, maxInputTokens, count);
  const isOver = counted.length < input.text.length;
  const text = isOver ? counted : sliceWhole(input.text, Math.floor(counted.length * CUT_SHARE));
  const cut = { ...input, text, tokens: count(text), cuts: input.cuts + 1 };
  const isLast = input.cuts >= MAX_CUTS || lengthWithoutPrefix(cut, run) <= 0;
  if (!truncate || isLast) throw tooLong(input.index, `the server ${problem}`);
  return cut;
}

/**
 * Makes the error `embedder-failed`, retryable if the failure may pass. It has no cause: errors of
 * servers and `fetch` may repeat a key or a text. It carries `retryAfterMs` if the server does.
 */
function toError(
  failure: Failure,
  of: { readonly server: string; readonly tries: number },
): MemoryError {
  const { kind, problem, advice, retryAfterMs } = failure;
  const tried = of.tries > 1 ? ` (${of.tries} requests failed)` : "";
  return new MemoryError(
    "embedder-failed",
    `openaiEmbedder: ${of.server} ${problem}${tried}; ${advice}`,
    { retryable: kind === "transient", details: { retryAfterMs } },
  );
}
