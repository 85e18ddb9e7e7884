import { MemoryError } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  chatGptMemories,
  claudeMemories,
  importMemories,
  mastraMemories,
  mcpMemories,
  shareGptMemories,
  uiMessageMemories,
} from "../src/index.js";
import type { ForeignMemory } from "../src/index.js";
import { CHATGPT, CLAUDE, GRAPH, MASTRA, SHAREGPT, UI } from "./support/chat-samples.js";

type Foreign = AsyncIterable<ForeignMemory> | Iterable<ForeignMemory>;

/**
 * Puts a value in the place of the part of a JSON text that comes at this share of all its parts.
 */
function mutated(sample: unknown, share: number, value: unknown): unknown {
  let count = 0;
  JSON.stringify(sample, (_, part: unknown) => {
    count += 1;
    return part;
  });
  const chosen = Math.floor(share * count);
  let place = -1;
  const text = JSON.stringify(sample, (_, part: unknown) => {
    place += 1;
    return place === chosen ? value : part;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

function codeOf(error: unknown): unknown {
  return MemoryError.is(error) ? error.code : error;
}

test.each<readonly [string, unknown, (data: unknown) => Foreign]>([
  ["ChatGPT", CHATGPT, chatGptMemories],
  ["Claude", CLAUDE, claudeMemories],
  ["ShareGPT", SHAREGPT, shareGptMemories],
  ["UI messages", UI, (data) => uiMessageMemories(data, { thread: "t" })],
  ["Mastra", MASTRA, mastraMemories],
  ["MCP", GRAPH, (data) => mcpMemories(data as typeof GRAPH)],
])("%s with any part replaced is imported or refused by a typed error", async (_, sample, read) => {
  const values = fc.jsonValue({ maxDepth: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      values,
      async (share, value) => {
        const { memory } = testMemory();
        const imported = importMemories(memory, read(mutated(sample, share, value)));
        const outcome = await imported.then(() => "imported", codeOf);
        expect(["imported", "invalid-input"]).toContain(outcome);
      },
    ),
    { numRuns: 200 },
  );
});
