import { existsSync } from "node:fs";
import { join } from "node:path";

import { npm } from "../npm.ts";
import { readManifest } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";

const FOLDER = join(import.meta.dirname, "tools");

/** A program that runs JavaScript. */
export interface Runtime {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  /** Arguments before the file. */
  readonly before: readonly string[];
}

/** Installs Bun and Deno as tools/package-lock.json says; the Node of this process comes first. */
export async function findRuntimes(): Promise<readonly Runtime[]> {
  const modules = join(FOLDER, "node_modules");
  if (!existsSync(join(modules, ".bin", "deno"))) {
    const { ok, output } = await npm(["ci", "--prefer-offline"], FOLDER);
    if (!ok) throw new Error(`npm ci in ${FOLDER} failed:\n${output}`);
    // Each puts the program for this platform in its place, as a script of the package would.
    for (const [name, script] of Object.entries({ bun: "install.js", deno: "install.cjs" })) {
      const placed = await runCommand(process.execPath, [script], { cwd: join(modules, name) });
      if (!placed.ok) throw new Error(`${name} cannot be installed:\n${placed.output}`);
    }
  }
  const others = [
    { name: "Bun", folder: "bun", file: "bin/bun.exe", before: [] },
    // Not the one in `.bin`: a kill would end that alone.
    { name: "Deno", folder: "deno", file: "deno", before: ["run", "--allow-all"] },
  ].map(({ name, folder, file, before }) => ({
    name,
    version: readManifest(join(modules, folder)).version,
    program: join(modules, folder, file),
    before,
  }));
  const node = { name: "Node", version: process.versions.node, program: process.execPath };
  return [{ ...node, before: [] }, ...others];
}
