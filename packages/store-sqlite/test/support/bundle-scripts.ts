import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const SUPPORT = fileURLToPath(new URL(".", import.meta.url));

interface BaseConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

/**
 * Makes one file of each script of this folder, with the sources of our packages, and says where
 * they are. A process that opens some hundred TypeScript sources one by one takes eight times as
 * long to start.
 */
export async function bundleScripts(): Promise<string> {
  const config = readFileSync(join(ROOT, "tsconfig.base.json"), "utf8");
  const { paths } = (JSON.parse(config) as BaseConfig).compilerOptions;
  const alias = Object.entries(paths).map(([name, [path]]) => [`${name}$`, join(ROOT, path)]);
  const scripts = readdirSync(SUPPORT)
    .map((file) => join(SUPPORT, file))
    .filter((file) => file.endsWith(".ts") && isScript(readFileSync(file, "utf8")));
  const bundle = await rolldown({
    input: Object.fromEntries(scripts.map((file) => [parse(file).name, file])),
    platform: "node",
    external: [/^node:/u, /^better-sqlite3/u, "sqlite-vec"],
    resolve: { alias: Object.fromEntries(alias) as Record<string, string> },
    logLevel: "silent",
  });
  const folder = mkdtempSync(join(tmpdir(), "kioku-scripts-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await bundle.write({ dir: folder, format: "esm" });
  await bundle.close();
  // External packages are found from there.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

/** True if it talks to a process that has started it. */
function isScript(code: string): boolean {
  return /\bprocess\.(?:send|argv)\b/u.test(code);
}
