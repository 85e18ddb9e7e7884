import type { Answer } from "../answer/read-answer.js";
import { wait } from "../async/wait.js";
import type { Failure } from "../failure/failure.js";
import { toError } from "../failure/to-error.js";
import { retryDelay } from "../http/retry-delay.js";
import type { BatchRun } from "./batch-run.js";
import { cutText, sliceWhole } from "./cut-text.js";
import type { Input } from "./input.js";
import { tooLong } from "./to-inputs.js";

/**
 * Failures so far; the parts of a batch share them, so that parts are no reason to ask more often.
 */
interface Failures {
  count: number;
}

/** What is left of a text that a server still finds too long. */
const CUT_SHARE = 0.75;
/**
 * No model in use finds this many characters too long; a server that says so means something else.
 */
const SHORT_LENGTH = 100;
const SHORT_ADVICE = "the text is short; check the limits of the server";
/** How often a text is cut; what is left then is a tenth of it. */
const MAX_CUTS = 8;

/**
 * Embeds a batch: asks, asks again for what is missing or failed in passing, and halves what is too
 * large.
 */
export async function embedBatch(
  inputs: readonly Input[],
  run: BatchRun,
  failures: Failures = { count: 0 },
): Promise<void> {
  let left = inputs;
  while (left.length > 0) {
    const { purpose, signal, width } = run;
    const texts = left.map(({ text }) => text);
    const outcome = await run.server.ask({ texts, purpose, signal, width });
    if (outcome.kind === "answer") {
      left = keep(left, outcome, run);
      if (left.length > 0) await pause(damaged(outcome), run, failures);
    } else if (outcome.kind !== "too-large") {
      await pause(outcome, run, failures);
    } else if (left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      await embedBatch(left.slice(0, middle), run, failures);
      left = left.slice(middle);
    } else if (left.every((input) => ownLength(input, run) <= SHORT_LENGTH)) {
      await pause({ ...outcome, kind: "transient", advice: SHORT_ADVICE }, run, failures);
    } else {
      left = left.map((input) => shortened(input, outcome, run));
    }
  }
}

/** Keeps the vectors that arrived, and gives back the texts without one. */
function keep(inputs: readonly Input[], answer: Answer, run: BatchRun): readonly Input[] {
  if (answer.tokens !== undefined) run.tokens = (run.tokens ?? 0) + answer.tokens;
  return inputs.filter((input, place) => {
    const vector = answer.vectors[place];
    run.width ??= vector?.length;
    if (vector === undefined || vector.length !== run.width) return true;
    run.vectors[input.index] = vector;
    return false;
  });
}

function damaged({ damage = "vectors of two widths" }: Answer): Failure {
  return {
    kind: "transient",
    what: `answered ${damage}`,
    advice: "check that the server has this model and its width",
  };
}

/** Waits for the next try; throws if there is to be none. */
async function pause(failure: Failure, run: BatchRun, failures: Failures): Promise<void> {
  const { retry, endpoint, schedule } = run.settings;
  failures.count += 1;
  const after = failure.retryAfterMs ?? 0;
  const isLast = failures.count > retry.maxRetries || after > retry.maxRetryAfterMs;
  if (failure.kind !== "transient" || isLast) {
    throw toError(failure, { shown: endpoint.shown, tries: failures.count });
  }
  const delay = retryDelay(failures.count - 1, retry.random);
  await wait(schedule, Math.max(delay, after), run.signal);
}

/** Length of a text without its prefix. */
function ownLength({ text }: Input, { settings, purpose }: BatchRun): number {
  return text.length - settings.prefix[purpose].length;
}

/**
 * A text that a server finds too long, shorter, if it may be cut: at the limit as it is counted
 * here; if that is not enough, by shares.
 */
function shortened(input: Input, { what }: Failure, run: BatchRun): Input {
  const { truncate, count, maxInputTokens = Infinity } = run.settings.limits;
  const counted = cutText(input.text, maxInputTokens, count);
  const isOver = counted.length < input.text.length;
  const text = isOver ? counted : sliceWhole(input.text, Math.floor(counted.length * CUT_SHARE));
  const cut = { ...input, text, tokens: count(text), cuts: input.cuts + 1 };
  const isLast = input.cuts >= MAX_CUTS || ownLength(cut, run) <= 0;
  if (!truncate || isLast) throw tooLong(input.index, `the server ${what}`);
  return cut;
}
