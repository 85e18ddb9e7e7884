import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";
import type { Awaitable } from "@kioku/core/toolkit";

import { NO_ENTRY, type AuditEntry, type AuditHead } from "./audit-entry.js";

/** Options of `auditLog`. */
export interface AuditLogOptions {
  /**
   * Writes an entry, such as a line to a file. Called one after the other, in the order of the log;
   * the call of the entry waits for it. @defaultValue the log is in memory only
   */
  readonly write?: ((entry: AuditEntry) => Awaitable<void>) | undefined;
  /**
   * Reaction to a failing `write`. The call of the entry is committed and succeeds, the logger is
   * told, and the entry is written again before the next one. Until then, `continue` accepts
   * further writes and deletions, and `refuse` vetoes them. @defaultValue `"continue"`
   */
  readonly onError?: "continue" | "refuse" | undefined;
  /** Logs recalls, too. @defaultValue `false` */
  readonly recalls?: boolean | undefined;
  /** Most entries in memory, and waiting to be written, 1 to 1,000,000. @defaultValue 1000 */
  readonly capacity?: number | undefined;
  /** Secret of the hashes: nobody without it can make a chain or guess a short text. */
  readonly key?: string | undefined;
  /** End of the log to continue, such as the last line of a file. @defaultValue a new log */
  readonly after?: AuditHead | undefined;
}

/** Options with all defaults. */
export interface ResolvedAuditLog {
  readonly write: ((entry: AuditEntry) => Awaitable<void>) | undefined;
  readonly onError: "continue" | "refuse";
  readonly recalls: boolean;
  readonly capacity: number;
  readonly key: string | undefined;
  readonly after: AuditHead;
}

const OPTIONS = ["write", "onError", "recalls", "capacity", "key", "after"];
const MAX_KEY_LENGTH = 4096;

/** Checks the options. @throws `invalid-input` naming the option. */
export function resolveAuditLogOptions(options: AuditLogOptions): ResolvedAuditLog {
  checkMembers(options, "auditLog", OPTIONS);
  const { write, onError = "continue", recalls = false, capacity = 1_000, key, after } = options;
  if (write !== undefined) checkFunction(write, "write");
  if (key !== undefined && (typeof key !== "string" || key.trim() === "")) {
    // Not shown: it is a secret.
    throw invalidInput("key", "text that is not blank");
  }
  if (after !== undefined) checkHead(after);
  return {
    write,
    onError: checkOneOf(onError, "onError", ["continue", "refuse"]),
    recalls: checkBoolean(recalls, "recalls"),
    capacity: checkNumber(capacity, "capacity", { min: 1, max: 1_000_000, integer: true }),
    key,
    after: after ?? NO_ENTRY,
  };
}

function checkHead(after: AuditHead): void {
  if (typeof after !== "object" || after === null) {
    throw invalidInput("after", "an entry, or its index and hash", after);
  }
  checkNumber(after.index, "after.index", { min: -1, integer: true });
  checkText(after.hash, "after.hash", MAX_KEY_LENGTH);
}
