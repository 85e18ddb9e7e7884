import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

/**
 * Imports an entry point as published, in a process of its own where the packages that are refused
 * seem not to be installed, and prints its exports.
 */
const PROGRAM = `
  import { registerHooks } from "node:module";
  const [entry, ...refused] = process.argv.slice(1);
  registerHooks({
    resolve(specifier, context, next) {
      if (refused.some((name) => specifier === name || specifier.startsWith(name + "/"))) {
        throw new Error("refused: " + specifier);
      }
      return next(specifier, context);
    },
  });
  console.log(JSON.stringify(Object.keys(await import(entry))));
`;

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

async function exportsOf(entry: string, refused: readonly string[]): Promise<readonly string[]> {
  const args = ["--input-type=module", "--eval", PROGRAM, "--", entry, ...refused];
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder });
  return JSON.parse(stdout) as readonly string[];
}

test("the root entry needs no package but core's and @langchain/core", async () => {
  const refused = ["langchain", "@langchain/langgraph", "@langchain/langgraph-checkpoint"];
  const names = await exportsOf("@kioku/adapter-langchain", refused);
  expect(names).toContain("MemoryRetriever");
  expect(names).toContain("memoryTools");
});

test("the store for LangGraph needs no agents, and the middleware for agents does", async () => {
  const names = await exportsOf("@kioku/adapter-langchain/langgraph", ["langchain"]);
  expect(names).toContain("MemoryBaseStore");
  await expect(exportsOf("@kioku/adapter-langchain/agent", ["langchain"])).rejects.toThrow(
    "refused: langchain",
  );
  expect(await exportsOf("@kioku/adapter-langchain/agent", [])).toContain("memoryMiddleware");
});
