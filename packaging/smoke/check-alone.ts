import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { dependencyClosure, isInstalled } from "../dependency-closure.ts";
import type { Locked } from "../dependency-closure.ts";
import type { PublishedPackage } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import type { Tool } from "./tools.ts";

/**
 * Types that every consumer installs: declarations of ours name `AsyncDisposable`, `URL` and
 * `AbortSignal`.
 */
const CONSUMER_TYPES = ["@types/node", "undici-types"];

/**
 * Types that declarations of a host library import and that it does not install, by package of
 * ours.
 */
const HOST_TYPES: Readonly<Record<string, readonly string[]>> = {
  "@kioku/adapter-vercel-ai": ["@types/json-schema"],
};

/**
 * As most projects have them, but for `skipLibCheck`: all default libraries, which the AI SDK
 * needs.
 */
const OPTIONS = {
  target: "es2023",
  module: "nodenext",
  strict: true,
  types: ["node"],
  skipLibCheck: false,
  noEmit: true,
  // Packages are links: otherwise TypeScript would go on from where they really are.
  preserveSymlinks: true,
};

/**
 * Compiles an import of each entry point of each package, with declarations checked. Each package
 * has a folder with what it installs, its peers and the types that its consumer installs, and
 * nothing else: in a project of all packages one may import what only another one installs. Returns
 * the errors.
 */
export async function checkAlone(
  project: string,
  packages: readonly PublishedPackage[],
  typescript: Tool,
): Promise<readonly string[]> {
  const root = join(dirname(project), "alone");
  const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as {
    readonly packages: Locked;
  };
  linkInstalled(root, project, CONSUMER_TYPES.map(inModules));
  for (const { name, entryPoints } of packages) {
    const folder = join(root, name.replace("@kioku/", ""));
    const installed = dependencyClosure(lock.packages, inModules(name), true);
    const others = [name, ...(HOST_TYPES[name] ?? [])].map(inModules);
    linkInstalled(folder, project, [...installed, ...others]);
    for (const { specifier, fileName } of entryPoints) {
      writeFileSync(join(folder, `${fileName}.mts`), `export * from "${specifier}";\n`);
    }
  }
  const config = { compilerOptions: OPTIONS, include: ["*/*.mts"] };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
  const args = [typescript.program, "-p", ".", "--pretty", "false"];
  const { ok, output } = await runCommand(process.execPath, args, { cwd: root });
  return ok ? [] : output.trim().split("\n");
}

function inModules(name: string): string {
  return `node_modules/${name}`;
}

/** Links the packages at these paths of a project into the node_modules of a folder. */
function linkInstalled(folder: string, project: string, paths: readonly string[]): void {
  const top = paths.filter((path) => path.lastIndexOf("node_modules/") === 0);
  for (const path of new Set(top)) {
    if (!isInstalled(path, project)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(project, path), join(folder, path), "junction");
  }
}
