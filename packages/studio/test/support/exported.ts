import type { Memory } from "@kioku/core";

/** Returns all that a memory holds, as text. */
export async function exported(memory: Memory): Promise<string> {
  const lines: string[] = [];
  for await (const line of memory.export({ reach: "below" })) lines.push(JSON.stringify(line));
  return lines.join("\n");
}
