import type { Logger } from "@kioku/core";

import { toJson } from "../../output/create-printer.js";
import type { Printer } from "../../output/printer.js";
import { shown } from "../../output/shown.js";

/** Returns a logger that writes lines to stderr. */
export function loggerOf({ note }: Pick<Printer, "note">): Logger {
  const log: Logger["warn"] = (message, details = {}) => {
    const plain = Object.entries(details).map(([name, value]) => [
      name,
      value instanceof Error ? value.message : value,
    ]);
    const more = plain.length === 0 ? "" : ` ${toJson(Object.fromEntries(plain))}`;
    void note(shown(`kioku serve: ${message}${more}`));
  };
  return { warn: log, error: log };
}
