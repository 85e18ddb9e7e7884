import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

interface BaseConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

/** Packages by name are their sources, as for the type checker, so that tests need no build. */
function sourceAliases(): { find: RegExp; replacement: string }[] {
  const file = new URL("tsconfig.base.json", import.meta.url);
  const { compilerOptions } = JSON.parse(readFileSync(file, "utf8")) as BaseConfig;
  return Object.entries(compilerOptions.paths).map(([name, [path]]) => ({
    find: new RegExp(`^${name}$`, "u"),
    replacement: fileURLToPath(new URL(path, import.meta.url)),
  }));
}

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    include: ["packages/*/test/**/*.test.ts", "{docs,examples,bench,torture}/test/**/*.test.ts"],
    // By default one core is left idle, which on two cores is half of the machine.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: [["default", { summary: false }], "./scripts/count-reporter.ts"],
    coverage: {
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "html"],
    },
  },
});
