import { MemoryError, type MemoryErrorCode } from "@kioku/core";

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

const MAX_LENGTH = 600;
const MAX_DEPTH = 5;

/**
 * Arguments in a few words, whatever they are: never fails, never calls a getter, never goes deep.
 */
export function showArguments(given: readonly unknown[]): string {
  const shown = given.map((value) => showValue(value, 0)).join(", ");
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

function showValue(value: unknown, depth: number): string {
  try {
    return describe(value, depth);
  } catch {
    return "[refuses to be shown]";
  }
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") {
    return value.length > 80
      ? `text of ${value.length}: ${JSON.stringify(value.slice(0, 20))}…`
      : JSON.stringify(value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "[function]";
  if (typeof value !== "object" || value === null)
    return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (depth > MAX_DEPTH) return "…";
  const members = Object.entries(Object.getOwnPropertyDescriptors(value)).slice(0, 20);
  const inner = members.map(
    ([name, property]) =>
      `${name}: ${property.get ? "[getter]" : showValue(property.value, depth + 1)}`,
  );
  return Array.isArray(value) ? `[${value.length}; ${inner.join(", ")}]` : `{${inner.join(", ")}}`;
}
