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

import { NO_ENTRY } from "./audit-entry.js";
import type { AuditEntry, AuditHead } from "./audit-entry.js";

/** What `auditLog` takes. */
export interface AuditLogOptions {
  /**
   * Takes each entry, one after the other in the order of the log, such as by appending a line to a
   * file. The call that the entry is about waits for it. Left out: the log is in memory only.
   */
  readonly write?: ((entry: AuditEntry) => Awaitable<void>) | undefined;
  /**
   * What to do when `write` fails. What the call did is committed by then, so the call succeeds
   * either way, the logger is told, and the entry is written again before the next one. `continue`:
   * go on meanwhile. `refuse`: veto every further write and deletion until the entries that wait
   * are written.
   * @defaultValue `"continue"`
   */
  readonly onError?: "continue" | "refuse" | undefined;
  /** Whether recalls are entries, too. @defaultValue `false` */
  readonly recalls?: boolean | undefined;
  /**
   * How many of the last entries are kept in memory, and how many at most wait to be written, 1 to
   * 1,000,000. @defaultValue 1000
   */
  readonly capacity?: number | undefined;
  /**
   * Secret that the hashes are made with, so that nobody without it can make a chain or find out a
   * short text by its hash.
   */
  readonly key?: string | undefined;
  /**
   * The end of the log that this one goes on with, such as the last line of a file. @defaultValue a
   * new log
   */
  readonly after?: AuditHead | undefined;
}

/** The options with every default filled in. */
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

/** @throws `invalid-input` naming the option, what is allowed and what came. */
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
