import { mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { MemoryError } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";
import type { ClaudeMemory, ClaudeMemoryCommand } from "../../src/index.js";
import { claudeCommand } from "../support/claude-commands.js";

/**
 * The result of a command: an answer, an error in the tool's words, or one in those of the file
 * system.
 */
type Outcome =
  | { readonly answer: string }
  | { readonly error: string }
  | { readonly systemError: string };

const LIST_ALL: ClaudeMemoryCommand = { command: "view", path: "/memories" };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kioku-claude-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/**
 * The reference, on an empty directory of its own. It keeps no empty directories, as ours has none.
 */
async function reference(): Promise<(command: ClaudeMemoryCommand) => Promise<Outcome>> {
  const own = await mkdtemp(join(folder, "run-"));
  const tool = await BetaLocalFilesystemMemoryTool.init(own);
  return async (command) => {
    try {
      const handler = tool[command.command].bind(tool) as (given: unknown) => Promise<string>;
      return { answer: withDirectorySizes(await handler(command)) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return "code" in error ? { systemError: String(error.code) } : { error: error.message };
    } finally {
      await removeEmpty(join(own, "memories"));
    }
  };
}

async function removeEmpty(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const below = join(directory, entry.name);
    await removeEmpty(below);
    if ((await readdir(below)).length === 0) await rmdir(below);
  }
}

function sized(line = ""): string {
  return line.replace(/^[^\t]+/u, "4K");
}

/** The size of a directory is whatever the file system says, and always 4K with us. */
function withDirectorySizes(answer: string): string {
  if (!answer.startsWith("Here're the files and directories")) return answer;
  const [header, own, ...lines] = answer.split("\n");
  return [header, sized(own), ...lines.map((one) => (one.endsWith("/") ? sized(one) : one))].join(
    "\n",
  );
}

async function outcomeOf(tool: ClaudeMemory, command: ClaudeMemoryCommand): Promise<Outcome> {
  try {
    return { answer: await tool(command) };
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    return { error: error.message };
  }
}

/**
 * Everything that the reference says of its own. A run that never comes to one of them proves
 * nothing of it.
 */
const WORDINGS: readonly RegExp[] = [
  /^Here're the files and directories up to 2 levels deep in .*(?:\n.*){4}/u,
  /^Here's the content of .* with line numbers:\n {5}1\t$/u,
  /^Here's the content of .* with line numbers:\n {5}2\t/u,
  /^Here's the content of .* with line numbers:\n$/u,
  /^The path .* does not exist. Please provide a valid path\.$/u,
  /^The path .* is not a file\.$/u,
  /^File created successfully at: /u,
  /^File .* already exists$/u,
  /^The memory file has been edited\. Here is the snippet .*:\n(?:.*\n){3,4}.*$/u,
  /^No replacement was performed, old_str `.*` did not appear verbatim in /u,
  /^No replacement was performed\. Multiple occurrences of old_str `.*` in lines: \d+, \d+/u,
  /^The file .* has been edited\.$/u,
  /^Invalid `insert_line` parameter: -?\d+\. It should be within the range .*: \[0, \d+\]$/u,
  /^Successfully deleted /u,
  /^Cannot delete the \/memories directory itself$/u,
  /^The path .* does not exist$/u,
  /^Successfully renamed .* to /u,
  /^Cannot rename the \/memories directory itself$/u,
  /^The destination .* already exists$/u,
  /^Path must start with \/memories, got: /u,
  /^Path .* would escape \/memories directory$/u,
];

test("random commands are answered as the reference answers them, word for word", async () => {
  const { memory } = testMemory();
  const said: string[] = [];
  let runs = 0;
  const sequence = fc.array(claudeCommand, { minLength: 20, maxLength: 50, size: "max" });
  const property = fc.asyncProperty(sequence, async (commands) => {
    runs += 1;
    const ask = await reference();
    const tool = claudeMemory(memory.scope(`run ${runs}`));
    for (const command of [...commands, LIST_ALL]) {
      const expected = await ask(command);
      const outcome = await outcomeOf(tool, command);
      const isSystem = "systemError" in expected && "error" in outcome;
      expect(isSystem ? expected : outcome).toEqual(expected);
      said.push(...Object.values(expected));
    }
  });
  await fc.assert(property, { numRuns: 60, seed: 20_250_818 });
  const unheard = WORDINGS.filter((wording) => !said.some((one) => wording.test(one)));
  expect(unheard).toEqual([]);
});
