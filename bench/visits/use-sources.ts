import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

interface BaseConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

const { compilerOptions } = JSON.parse(
  readFileSync(new URL("tsconfig.base.json", ROOT), "utf8"),
) as BaseConfig;

/** Resolves the packages of the workspace to their sources from now on. */
export function useSources(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const path = compilerOptions.paths[specifier]?.[0];
      if (path !== undefined) return nextResolve(new URL(path, ROOT).href, context);
      if (/^\.{1,2}\/.*\.js$/u.test(specifier) && context.parentURL !== undefined) {
        const source = new URL(specifier.replace(/\.js$/u, ".ts"), context.parentURL);
        if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
      }
      return nextResolve(specifier, context);
    },
  });
}
