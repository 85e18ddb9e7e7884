import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./scripts/longest-first.ts";

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

/** The AI SDK by the names that code uses, and the older version that is installed beside it. */
const AI_SDK_6 = [
  { find: /^ai(?=\/|$)/u, replacement: "ai-6" },
  { find: /^@ai-sdk\/anthropic$/u, replacement: "ai-6-anthropic" },
];

/**
 * Tests that measure what their process works and holds, or that change for all what counts as
 * equal.
 */
const ALONE = [
  "packages/plugins/test/redaction-time.test.ts",
  "packages/core/test/text/growth.test.ts",
  "packages/store-postgres/test/search/all-matches.test.ts",
  "packages/store-sqlite/test/recall-agrees.test.ts",
  "packages/store-sqlite/test/search/between-writes.test.ts",
  "packages/skills/test/trigger/bounded-memory.test.ts",
];

/** Set by `npm run test:full`. */
const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";

/** Tests of the adapter that see little of the AI SDK, whose older version is spared them. */
const OLDER_SPARED = ["chat-log", "claude-memory", "skills", "tool-search"].map(
  (folder) => `packages/adapter-vercel-ai/test/${folder}/**`,
);

/** Compile cache of Node. */
const COMPILED = "node_modules/.cache/kioku/compiled";

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "programs",
          include: ["{docs,examples,bench,torture,packaging}/test/**/*.test.ts"],
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: ALONE } },
      {
        // Files share a process, its modules and its PGlite: to load them for each one took longer
        // than the tests. What a file changes of the process it puts back.
        extends: true,
        test: {
          name: "packages",
          include: ["packages/*/test/**/*.test.ts"],
          exclude: ALONE,
          isolate: false,
        },
      },
      {
        // The same tests with the AI SDK that came before.
        extends: true,
        resolve: { alias: AI_SDK_6 },
        test: {
          name: "ai-6",
          include: [
            "packages/adapter-vercel-ai/test/**/*.test.ts",
            "examples/test/kinds-in-hosts.test.ts",
          ],
          exclude: IS_FULL ? [] : OLDER_SPARED,
          isolate: false,
        },
      },
    ],
    tags: [
      {
        name: "long",
        description: "Run by `npm run test:full` alone, where a shorter test finds nearly as much",
        skip: !IS_FULL,
      },
    ],
    setupFiles: IS_FULL ? [] : ["./scripts/skip-long-tests.ts"],
    sequence: { sequencer: LongestFirst },
    // Programs that tests start keep what V8 made of their modules.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL(COMPILED, import.meta.url)) },
    // By default one core is left idle, which on two cores is half of the machine.
    maxWorkers: "100%",
    // Limits only end what hangs. They are not to be reached on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 240_000 } },
    reporters: [["default", { summary: false }], "./scripts/count-reporter.ts"],
    coverage: {
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "html"],
    },
  },
});
