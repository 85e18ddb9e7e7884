import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";
import { expect, test } from "vitest";

import { emptyFolder, fillFolder } from "./support/asset-folder.js";
import { runProgram } from "./support/run-program.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

interface BaseConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

/**
 * Bundles a program with the sources of our packages and without their files, runs it, and returns
 * its output.
 */
async function outputOf(
  code: string,
  { folder, format }: { readonly folder: string; readonly format: "esm" | "cjs" },
): Promise<string> {
  const config = readFileSync(join(ROOT, "tsconfig.base.json"), "utf8");
  const { paths } = (JSON.parse(config) as BaseConfig).compilerOptions;
  const alias = Object.entries(paths).map(([name, [path]]) => [`${name}$`, join(ROOT, path)]);
  const input = join(folder, "main.ts");
  await writeFile(input, code);
  const bundle = await rolldown({
    input,
    platform: "node",
    resolve: { alias: Object.fromEntries(alias) as Record<string, string> },
    // As esbuild has it in CommonJS.
    transform: { define: format === "cjs" ? { "import.meta.url": "undefined" } : {} },
    logLevel: "silent",
  });
  const file = join(folder, "dist", format === "cjs" ? "main.cjs" : "main.mjs");
  await bundle.write({ file, format, codeSplitting: false });
  await bundle.close();
  const outcome = await runProgram(`await import(${JSON.stringify(file)});`, {
    preload: [],
    cwd: folder,
  });
  return outcome.stdout + outcome.stderr;
}

const REMEMBER = `
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
async function main(assetsDir?: string): Promise<void> {
  try {
    const embedder = localEmbedder(assetsDir === undefined ? {} : { assetsDir });
    const memory = createMemory({ store: inMemoryStore(), embedder });
    const { status } = await memory.remember("the dog sleeps");
    const hits = await memory.recall({ query: "doggy", mode: "semantic" });
    console.log(status, hits.length);
  } catch (error) {
    console.log(error.code, error.message);
  }
}`;

test("a bundle without the model files is told which file is missing and what to do", async () => {
  const folder = await emptyFolder();
  const output = await outputOf(`${REMEMBER}\nvoid main();`, { folder, format: "esm" });
  expect(output).toMatch(
    /^invalid-input localEmbedder: model file .+table\.int4\.bin is missing\. In a bundle .+ assetsDir\.\n$/u,
  );
});

test("a bundle in CommonJS can be loaded, and is told that it needs assetsDir", async () => {
  const folder = await emptyFolder();
  const output = await outputOf(`${REMEMBER}\nvoid main();`, { folder, format: "cjs" });
  expect(output).toMatch(/^invalid-input localEmbedder: .+ `assetsDir`.+\n$/u);
});

test.each(["esm", "cjs"] as const)(
  "a bundle as %s works with a copy of the files",
  async (format) => {
    const folder = await emptyFolder();
    const assets = join(folder, "assets");
    await fillFolder(assets);
    const code = `${REMEMBER}\nvoid main(${JSON.stringify(assets)});`;
    expect(await outputOf(code, { folder, format })).toBe("stored 1\n");
  },
);
