import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/**
 * The path of a file that is not there yet, in a directory of its own that goes when the test ends.
 */
export function temporaryFile(name = "memory.db"): string {
  const directory = mkdtempSync(join(tmpdir(), "kioku-sqlite-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, name);
}
