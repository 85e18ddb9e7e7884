import { MemoryError } from "../../errors/memory-error.js";
import type { Schedule } from "../../model/call-options.js";
import { toStorableText } from "../../text/normalize.js";
import { notify, onRejection } from "../async/notify.js";
import { describe, timeOf, wrongInput } from "./check.js";

/** Makes the error for a wrong result of a callback, and handles its rejection. */
export function invalidReturn(name: string, allowed: string, answer: unknown): MemoryError {
  onRejection(answer);
  return wrongInput(`${name} must return ${allowed}, got ${describe(answer)}`);
}

/** Calls a callback synchronously; an error that it throws becomes a cause. */
export function runCallback(name: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (cause) {
    if (MemoryError.is(cause)) throw cause;
    throw new MemoryError("invalid-input", `${name} threw`, { cause });
  }
}

/** Wraps a clock to refuse results that are no valid `Date`. */
export function checkedClock(clock: () => Date): () => Date {
  return () => {
    const answer = runCallback("clock", clock);
    const time = timeOf(answer);
    if (time !== undefined && !Number.isNaN(time)) return new Date(time);
    throw invalidReturn("clock", "a valid Date", answer);
  };
}

/** Wraps a random source to refuse numbers outside [0, 1). */
export function checkedRandom(random: () => number): () => number {
  return () => {
    const answer = runCallback("random", random);
    if (typeof answer === "number" && answer >= 0 && answer < 1) return answer;
    throw invalidReturn("random", "a number in [0, 1)", answer);
  };
}

/** Wraps a schedule to refuse results that cancel nothing. Cancelling never throws. */
export function checkedSchedule(schedule: Schedule): Schedule {
  return (task, delayMs) => {
    const cancel = runCallback("schedule", () => schedule(task, delayMs));
    if (typeof cancel !== "function") {
      throw invalidReturn("schedule", "a function that calls the task off", cancel);
    }
    return () => notify(() => (cancel as () => unknown)());
  };
}

/** Wraps a counter of tokens to refuse results that are no counts. */
export function checkedCount(
  countTokens: (text: string) => number,
  name = "countTokens",
): (text: string) => number {
  return (text) => {
    const answer = runCallback(name, () => countTokens(text));
    if (typeof answer === "number" && Number.isFinite(answer) && answer >= 0) return answer;
    throw invalidReturn(name, "a number of tokens", answer);
  };
}

/** Wraps a generator of ids to refuse ids that no store can keep. */
export function checkedIds<Given extends readonly unknown[]>(
  generateId: (...given: Given) => string,
  maxLength: number,
): (...given: Given) => string {
  return (...given) => {
    const id = runCallback("generateId", () => generateId(...given));
    if (typeof id !== "string" || id.trim() === "" || id.length > maxLength) {
      throw invalidReturn("generateId", `a text of 1 to ${maxLength} characters`, id);
    }
    if (toStorableText(id) === id) return id;
    throw invalidReturn("generateId", "well-formed Unicode without NUL", id);
  };
}
