import { createHash } from "node:crypto";
import { constants, open } from "node:fs/promises";

import { CliError } from "../command/cli-error.js";
import { codeOf } from "../files.js";

/** Text of a file with its hash, read at once, so that both are of the same bytes. */
export interface ConfigText {
  /** Content. */
  readonly text: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** True if only its user can read it; Windows does not tell. */
  readonly isPrivate: boolean;
}

const MAX_BYTES = 262_144;

/**
 * Reads a configuration file; `undefined` if there is none.
 * @throws `CliError` if it cannot be read, is no file, or is larger than any configuration.
 */
export async function readConfigText(path: string, openFlags = 0): Promise<ConfigText | undefined> {
  // Does not wait for the other end of a pipe that lies under this name.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | openFlags;
  const handle = await open(path, flags).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return undefined;
    throw unreadable(path, error);
  });
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw fileError(path, "is no file");
    if (stats.size > MAX_BYTES) throw fileError(path, `has more than ${MAX_BYTES} bytes`);
    const bytes = await handle.readFile();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const isPrivate = process.platform === "win32" || (stats.mode & 0o077) === 0;
    return { text: bytes.toString("utf8"), sha256, isPrivate };
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(path, error);
  } finally {
    await handle.close();
  }
}

/** Returns an error about a configuration file. */
export function fileError(path: string, problem: string, hint?: string): CliError {
  return new CliError("invalid-input", `${path} ${problem}`, { hint });
}

function unreadable(path: string, error: unknown): CliError {
  return fileError(path, `cannot be read (${codeOf(error) ?? "unknown error"})`);
}
