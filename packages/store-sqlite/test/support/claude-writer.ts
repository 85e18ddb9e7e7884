import { createMemory, MemoryError } from "@kioku/core";
import { claudeMemory } from "@kioku/tools";

import { sqliteStore } from "../../src/index.js";

/**
 * Edits files that others edit, too, through the memory tool of Claude, and tells how its attempts
 * to make and move one went.
 */
const [path = "", name = "", count = "0"] = process.argv.slice(2);
const memory = createMemory({ store: sqliteStore({ path, busyTimeoutMs: 240_000 }) });
const tool = claudeMemory(memory);

/** Returns true on success, false if another process was first. */
async function isFirst(command: Parameters<typeof tool>[0]): Promise<boolean> {
  try {
    await tool(command);
    return true;
  } catch (error) {
    if (MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found")) return false;
    throw error;
  }
}

/** Waits until all processes are as far as this one. */
async function meet(): Promise<void> {
  process.send?.("ready");
  await new Promise((resolve) => {
    process.once("message", resolve);
  });
}

await memory.list();
await meet();
const [one, log] = ["/memories/one", "/memories/log"] as const;
const made = await isFirst({ command: "create", path: one, file_text: name });
for (let index = 0; index < Number(count); index += 1) {
  const line = `${name} ${index}`;
  if (index % 2 === 0) {
    await tool({ command: "insert", path: log, insert_line: 0, insert_text: line });
  } else {
    await tool({ command: "str_replace", path: log, old_str: "<end>", new_str: `${line}\n<end>` });
  }
}
// A file that was moved away could be made once more by one that comes late.
await meet();
const moved = await isFirst({
  command: "rename",
  old_path: one,
  new_path: `/memories/by ${name}`,
});
await memory.close();
process.send?.([made, moved]);
process.disconnect();
