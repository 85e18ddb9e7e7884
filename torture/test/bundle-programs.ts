import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAMS = join(ROOT, "torture", "programs");
const OUTSIDE = [/^better-sqlite3$/u, /^sqlite-vec$/u, /^sharp$/u, /^@jsquash\//u];

interface BaseConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

/** Programs that run on the sources of the packages. */
export interface BundledPrograms extends Disposable {
  readonly directory: string;
}

/**
 * Bundles each program with the sources of our packages, so that tests need no build. To open a
 * hundred sources one by one would take a process six times as long as one file.
 */
export async function bundlePrograms(): Promise<BundledPrograms> {
  const config = readFileSync(join(ROOT, "tsconfig.base.json"), "utf8");
  const { paths } = (JSON.parse(config) as BaseConfig).compilerOptions;
  const alias = Object.entries(paths).map(([name, [path]]) => [`${name}$`, join(ROOT, path)]);
  const files = readdirSync(PROGRAMS).map((file) => [parse(file).name, join(PROGRAMS, file)]);
  const bundle = await rolldown({
    input: Object.fromEntries(files) as Record<string, string>,
    platform: "node",
    external: [/^node:/u, ...OUTSIDE],
    resolve: { alias: Object.fromEntries(alias) as Record<string, string> },
  });
  const directory = mkdtempSync(join(tmpdir(), "kioku-programs-"));
  await bundle.write({ dir: directory, format: "esm" });
  await bundle.close();
  // External packages are found from there.
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"), "junction");
  return {
    directory,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
