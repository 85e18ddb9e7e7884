import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/** A directory that goes when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "kioku-torture-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The seed of a random test: `KIOKU_TEST_SEED` replays one, otherwise it is always the same. */
export function testSeed(): number {
  return Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);
}

/** Amount of work of a test: all of it with `KIOKU_TEST_SIZE=full`, otherwise a part. */
export function bySize(full: number, part: number): number {
  return process.env["KIOKU_TEST_SIZE"] === "full" ? full : part;
}
