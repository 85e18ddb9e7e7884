import { MemoryError } from "@kioku/core";
import type { MemoryErrorCode } from "@kioku/core";

import { SECRET } from "./fuzz-arguments.js";
import { CANARY } from "./fuzz-canaries.js";
import { ABORTED, HostileError } from "./hostile-values.js";

/** Verdict on a failed call: the code that it may fail with, or what is wrong. */
export type Verdict = { readonly code: MemoryErrorCode | "aborted" } | { readonly wrong: string };

/** Codes that hostile arguments may lead to. Any other, above all `store-failed`, is a defect. */
const MAY_BE: ReadonlySet<MemoryErrorCode> = new Set([
  "invalid-input",
  "not-found",
  "conflict",
  "untrusted",
]);

const MAX_MESSAGE = 2_000;

/** Pieces of statements and of drivers' messages. */
const SQL =
  /\b(?:SELECT|INSERT|UPDATE \w+ SET|DELETE FROM|CREATE|PRAGMA|json_extract|no such (?:table|column)|syntax error|constraint failed|SQLITE_\w+|sqlite3?_)\b/u;

/** Judges a failure; `unsupported` is allowed only where a store leaves methods out. */
export function judgeFailure(
  error: unknown,
  { hidden, isComplete }: { readonly hidden: readonly string[]; readonly isComplete: boolean },
): Verdict {
  if (error === ABORTED) return { code: "aborted" };
  if (!MemoryError.is(error)) return { wrong: `no MemoryError: ${show(error)}` };
  if (!isComplete && error.code === "unsupported") return { code: error.code };
  if (!MAY_BE.has(error.code)) return { wrong: `code ${error.code}: ${show(error)}` };
  const { message, cause } = error;
  if (message.length > MAX_MESSAGE) return { wrong: `a message of ${message.length} characters` };
  if (SQL.test(message)) return { wrong: `SQL in the message: ${message}` };
  const told = [SECRET, CANARY, ...hidden].find((secret) => message.includes(secret));
  if (told !== undefined) return { wrong: `the message tells ${told}: ${message}` };
  if (cause !== undefined && !isOfTheCaller(cause)) return { wrong: `caused by ${show(cause)}` };
  return { code: error.code };
}

/** Returns true if an error was thrown by an argument: by a getter, a trap or a callback. */
function isOfTheCaller(cause: unknown): boolean {
  if (cause instanceof HostileError) return true;
  return cause instanceof TypeError && cause.message.includes("proxy");
}

function show(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
