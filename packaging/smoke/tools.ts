import { existsSync } from "node:fs";
import { join } from "node:path";

import { npm } from "../npm.ts";
import { readManifest, ROOT } from "../published-packages.ts";

const FOLDER = join(import.meta.dirname, "tools");

const PLATFORM = `${process.platform}-${process.arch}`;
/** Where npm has the oldest Node; elsewhere packages are tried on ours alone. */
const NODE_PLATFORMS = new Set(
  Object.keys(readManifest(FOLDER).optionalDependencies ?? {}).map((name) =>
    name.replace("node-", ""),
  ),
);

/** A program, and the version of it. */
export interface Tool {
  readonly version: string;
  readonly program: string;
}

/** Tools that the packages are tried with. */
export interface Tools {
  /**
   * The oldest Node that packages support, if npm has it for this platform, and the one of the
   * repository.
   */
  readonly nodes: readonly Tool[];
  /** From old to new. */
  readonly typescripts: readonly Tool[];
}

/** Installs what is not in the workspace, once, as smoke/tools/package-lock.json says. */
export async function findTools(): Promise<Tools> {
  const modules = join(FOLDER, "node_modules");
  const nodes = NODE_PLATFORMS.has(PLATFORM) ? [join(modules, `node-${PLATFORM}`)] : [];
  const folders = [join(modules, "typescript-5.9"), join(modules, "typescript-6")];
  if (![...nodes, ...folders].every((folder) => existsSync(folder))) {
    const { ok, output } = await npm(["ci", "--prefer-offline"], FOLDER);
    if (!ok) throw new Error(`npm ci in ${FOLDER} failed:\n${output}`);
  }
  const current = join(ROOT, "node_modules", "typescript");
  return {
    nodes: [
      ...nodes.map((folder) => ({
        version: versionOf(folder),
        program: join(folder, "bin", "node"),
      })),
      { version: process.versions.node, program: process.execPath },
    ],
    typescripts: [...folders, current].map((folder) => {
      return { version: versionOf(folder), program: join(folder, "bin", "tsc") };
    }),
  };
}

function versionOf(folder: string): string {
  return readManifest(folder).version.replace(/^v/u, "");
}
