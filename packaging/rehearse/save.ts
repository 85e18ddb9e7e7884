import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

import type { Tools } from "./managers.ts";

/** A part of the rehearsal. */
export interface Row {
  readonly what: string;
  readonly seconds: number;
  readonly ok: boolean;
}

/** Result of a rehearsal. */
interface Rehearsal {
  readonly version: string;
  readonly commit: string;
  readonly tools: Tools;
  readonly rows: readonly Row[];
  /** Programs of pages that ran. */
  readonly fences: number;
  readonly examples: number;
}

/** Saves a rehearsal in which nothing was wrong. */
export function save({ tools, rows, ...rest }: Rehearsal): void {
  const folder = join(import.meta.dirname, "..", "results");
  mkdirSync(folder, { recursive: true });
  const versions = Object.fromEntries(tools.managers.map(({ name, version }) => [name, version]));
  const result = {
    date: new Date().toISOString().slice(0, 10),
    command: "npm run rehearse -w packaging",
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    ...rest,
    versions: { node: process.version, ...versions, verdaccio: tools.verdaccioVersion },
    parts: rows,
  };
  writeFileSync(join(folder, "rehearsal.json"), `${JSON.stringify(result, null, 2)}\n`);
}
