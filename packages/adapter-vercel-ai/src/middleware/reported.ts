import type { Logger } from "@kioku/core";
import { safeLogger } from "@kioku/core/toolkit";

/** A warning of a call, as the AI SDK has them. */
export interface CallWarning {
  readonly type: "other";
  readonly message: string;
}

/**
 * A logger that also adds what it is told to warnings of a call, without details that apps would
 * not want to see printed.
 */
export function reportingTo(warnings: CallWarning[], logger: Logger | undefined): Logger {
  const report = (what: string, details: Readonly<Record<string, unknown>> = {}): void => {
    const { code = details["error"] } = details;
    const reason = typeof code === "string" ? ` (${code})` : "";
    warnings.push({ type: "other", message: `Kioku: ${what}${reason}` });
  };
  return safeLogger({
    warn: (what, details) => {
      report(what, details);
      return logger?.warn(what, details);
    },
    error: (what, details) => {
      report(what, details);
      return logger?.error(what, details);
    },
  });
}
