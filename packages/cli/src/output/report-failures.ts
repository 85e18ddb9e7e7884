import { inspect } from "node:util";

import { EXIT } from "../command/cli-error.js";
import type { Host } from "../host.js";
import { OUTPUT_CLOSED, toJson } from "./create-printer.js";
import { failureOf } from "./failure.js";
import { shown } from "./shown.js";

interface ReportOptions {
  readonly host: Pick<Host, "env" | "signal" | "stderr">;
  readonly isJson: boolean;
}

/**
 * Writes to stderr what went wrong in a call and, after it, in closing the memory: lines for
 * people, one line of JSON for programs. Returns the exit code of the first; 0 if nobody has to
 * hear of it.
 */
export async function reportFailures(
  errors: readonly unknown[],
  { host, isJson }: ReportOptions,
): Promise<number> {
  const [first, second] = errors
    .map((error) => failureOf(error, host.signal))
    .filter(({ code }) => code !== OUTPUT_CLOSED);
  if (first === undefined) return EXIT.ok;
  const { code, hint, exitCode } = first;
  const message = second === undefined ? first.message : `${first.message}; then ${second.message}`;
  const lines = isJson
    ? [toJson({ error: { code, message, hint } })]
    : [`kioku: ${shown(message)}`, ...(hint === undefined ? [] : [`hint: ${shown(hint)}`])];
  const isDebug = (host.env["KIOKU_DEBUG"] ?? "") !== "";
  const stacks = isDebug ? errors.map((error) => shown(inspect(error, { depth: 6 }))) : [];
  // A bar of progress may still be on the line.
  const clear = host.stderr.isTTY === true ? "\r\u001B[2K" : "";
  const { promise, resolve } = Promise.withResolvers<void>();
  // Nobody is left to hear that this failed.
  host.stderr.write(`${clear}${[...lines, ...stacks].join("\n")}\n`, () => resolve());
  await promise;
  return exitCode;
}
