import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file that only its user may change, and the folders above it; returns its path. */
export function writeFile(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, content, { mode: 0o644 });
  return path;
}
