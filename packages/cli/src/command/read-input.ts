import { readAtMost, utf8Of } from "../files.js";
import type { Host } from "../host.js";
import { CliError, usageError } from "./cli-error.js";

/** Most bytes of a text: far more than a memory holds. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Returns the text of a command: its arguments joined by spaces; standard input for `-` or, if it
 * is no terminal, for no arguments. Line feeds at its end are dropped.
 *
 * @throws `CliError` if there is no text, or it is no UTF-8 or too long.
 */
export async function readInput(args: readonly string[], host: Host): Promise<string> {
  const isNamed = args.length === 1 && args[0] === "-";
  if (args.length > 0 && !isNamed) {
    const given = args.join(" ");
    if (given.trim() === "") throw usageError("text is empty");
    return given;
  }
  if (host.stdin.isTTY === true) {
    throw usageError(
      isNamed ? "standard input is a terminal" : "there is no text",
      "give it as an argument, or pipe it in",
    );
  }
  const text = utf8Of(await readBytes(host))?.replace(/[\r\n]+$/u, "");
  if (text === undefined) throw new CliError("invalid-input", "standard input is not UTF-8");
  if (text.trim() === "") throw usageError("standard input is empty");
  return text;
}

async function readBytes({ stdin, signal }: Host): Promise<Uint8Array> {
  const stop = (): void => void stdin.destroy(signal.reason as Error);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop);
  try {
    const bytes = await readAtMost(stdin as AsyncIterable<string | Uint8Array>, MOST_BYTES);
    if (bytes !== undefined) return bytes;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  throw new CliError("invalid-input", `standard input is longer than ${MOST_BYTES} bytes`, {
    hint: "kioku import reads large files",
  });
}
