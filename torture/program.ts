import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Scripts that run in processes of their own. */
export type ProgramName =
  | "writer"
  | "storm-writer"
  | "power-writer"
  | "power-callers"
  | "power-failure"
  | "damage-cases"
  | "disk-cases"
  | "heap-verbs"
  | "callback-cases"
  | "mind-hearer"
  | "backup-worker"
  | "image-watcher";

/**
 * The file of a program.
 * @param bundled - A directory in which every program is bundled into one file. Left out: as it is
 *   written.
 */
export function programFile(name: ProgramName, bundled?: string): string {
  if (bundled !== undefined) return join(bundled, `${name}.js`);
  return fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
}
