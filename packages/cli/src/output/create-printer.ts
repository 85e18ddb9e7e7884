import { CliError, EXIT } from "../command/cli-error.js";
import type { Host, HostOutput } from "../host.js";
import type { Printer } from "./printer.js";
import { createProgressBar, type ProgressBar } from "./progress-bar.js";
import { UNSAFE } from "./shown.js";
import { styleOf } from "./style.js";

interface PrinterOptions {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly color: "auto" | "always" | "never" | undefined;
}

/** Code of the error if nobody reads standard output any more, such as after `| head`. */
export const OUTPUT_CLOSED = "output-closed";

const CLOSED: ReadonlySet<unknown> = new Set([
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/** Creates the output of a call. */
export function createPrinter(host: Host, options: PrinterOptions): Printer {
  const { stdout, stderr } = host;
  let active: ProgressBar | undefined;
  const write = async (text: string): Promise<void> => {
    if (stdout.isTTY === true) active?.clear();
    await writeData(stdout, text);
  };
  const item: Printer["item"] = async (value, show) =>
    write(options.isJson ? `${toJson(value)}\n` : linesOf(show()));
  return {
    isJson: options.isJson,
    columns: Math.max(20, stdout.columns ?? (Number(host.env["COLUMNS"]) || 80)),
    style: styleOf(isColoured(host, options)),
    result: async (value, show) => {
      active?.clear();
      await item(value, show);
    },
    item,
    raw: write,
    note: async (line) => {
      if (options.isQuiet) return;
      active?.clear();
      // A command must not fail for what is said beside its data.
      await writeText(stderr, `${line}\n`).catch(() => undefined);
    },
    progress: (label) => {
      if (options.isQuiet || stderr.isTTY !== true) return () => undefined;
      active?.clear();
      active = createProgressBar(stderr, host.clock, label);
      return active.update;
    },
    clear: () => active?.clear(),
  };
}

/** Returns JSON without characters that a terminal could obey. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function isColoured({ env, stdout }: Host, { isJson, color = "auto" }: PrinterOptions): boolean {
  if (isJson || color !== "auto") return !isJson && color === "always";
  return stdout.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

async function writeData(output: HostOutput, text: string): Promise<void> {
  try {
    await writeText(output, text);
  } catch (error) {
    if (!CLOSED.has((error as { readonly code?: unknown } | undefined)?.code)) throw error;
    throw new CliError(OUTPUT_CLOSED, "standard output is closed", {
      exitCode: EXIT.ok,
      cause: error,
    });
  }
}

async function writeText(output: HostOutput, text: string): Promise<void> {
  if (text === "") return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  output.write(text, (error) => (error ? reject(error) : resolve()));
  await promise;
}
