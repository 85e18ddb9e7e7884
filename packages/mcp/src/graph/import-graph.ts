import type { Memory, WriteOptions } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import {
  type ForeignMemory,
  importMemories,
  type ImportMemoriesReport,
  mcpMemories,
} from "@kioku/formats";

import { nodeId, toNode } from "./graph-nodes.js";
import { graphParts } from "./read-graph.js";

const KIND = "graph-file";

/**
 * Imports the file of the reference server `server-memory` (`memory.jsonl`), once: what was deleted
 * since does not come back with the same file. A changed file adds what is not in the graph.
 * @throws `invalid-input` naming the line that is wrong; then nothing is imported.
 */
export async function importGraph(
  memory: Memory,
  text: string,
  options: WriteOptions = {},
): Promise<ImportMemoriesReport> {
  const key = `${KIND}:${hashText(text)}`;
  const { signal } = options;
  const before = await memory.get(key, { signal });
  if (before !== undefined) {
    return { stored: 0, queued: 0, duplicate: Number(before), rejected: 0 };
  }
  const given: ForeignMemory[] = [];
  for await (const one of mcpMemories(text)) given.push(one);
  const known = new Set<string>();
  for await (const { node } of graphParts(memory, { signal })) known.add(nodeId(node));
  const fresh = given.filter(({ input }) => !known.has(nodeId(toNode(input))));
  const report = await importMemories(memory, fresh, options);
  await memory.set(key, given.length, { ...options, kind: KIND, index: false });
  return { ...report, duplicate: report.duplicate + given.length - fresh.length };
}
