import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";
import { createFile, PATH, textOfFile } from "../support/claude-files.js";

test("an aborted command rejects with the reason and writes nothing", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await createFile(tool, "text");
  const reason = new Error("no longer wanted");
  const signal = AbortSignal.abort(reason);
  for (const options of [
    { signal },
    { abortSignal: signal },
    { signal: null, abortSignal: signal },
  ]) {
    await expect(tool({ command: "delete", path: PATH }, options)).rejects.toBe(reason);
    await expect(tool.delete({ command: "delete", path: PATH }, options)).rejects.toBe(reason);
  }
  const abort = new AbortController();
  const pending = tool({ command: "delete", path: PATH }, { signal: abort.signal });
  abort.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(await textOfFile(tool)).toBe("text");
});

test.each([
  [undefined, "A command is an object, such as { command, path }."],
  ["view", "A command is an object, such as { command, path }."],
  [{}, "A command names itself: view, create, str_replace, insert, delete, rename"],
  [{ command: "undo_edit", path: PATH }, "undo_edit not implemented"],
  [{ command: "toString" }, "toString not implemented"],
  [{ command: "view" }, "The command view needs path, a string."],
  [{ command: "view", path: 7 }, "The command view needs path, a string."],
  [{ command: "create", path: PATH }, "The command create needs file_text, a string."],
  [
    { command: "str_replace", path: PATH, old_str: "a" },
    "The command str_replace needs new_str, a string.",
  ],
  [
    { command: "insert", path: PATH, insert_text: "a", insert_line: "1" },
    "The command insert needs insert_line, a number.",
  ],
  [{ command: "rename", old_path: PATH }, "The command rename needs new_path, a string."],
  [
    { command: "view", path: PATH, view_range: "1-2" },
    "The view_range is a list of two numbers: the first and the last line.",
  ],
  [
    { command: "view", path: PATH, view_range: [1, "2"] },
    "The view_range is a list of two numbers: the first and the last line.",
  ],
])("the command %j is answered: %s", async (command, message) => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  const error = await rejection(() => tool(command as never));
  expect(error).toMatchObject({ code: "invalid-input", message });
  // Hosts convert it to a text so.
  expect(String(error)).toBe(message);
});

test("a null view_range is none, and what a command says beside what it needs does no harm", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await tool({ command: "create", path: PATH, file_text: "a\nb", why: "because" } as never);
  expect(await tool({ command: "view", path: PATH, view_range: null })).toBe(
    `Here's the content of ${PATH} with line numbers:\n     1\ta\n     2\tb`,
  );
});

test("a file of more lines than the numbers are wide for is not shown", async () => {
  const { memory } = testMemory();
  await memory.remember({
    content: `x${"\n".repeat(999_999)}y`,
    key: PATH,
    kind: "file",
    index: false,
  });
  const error = await rejection(() => claudeMemory(memory)({ command: "view", path: PATH }));
  expect(error.message).toBe(
    `File ${PATH} has too many lines (1000000). Maximum is 999,999 lines.`,
  );
});

test.each([
  [
    { maxFileBytes: 0 },
    /options\.maxFileBytes must be a whole number at least 1 and at most 131072/u,
  ],
  [{ maxFileBytes: 131_073 }, /options\.maxFileBytes/u],
  [{ trust: 2 }, /options\.trust/u],
  [{ kind: " " }, /options\.kind/u],
  [{ root: "/" }, /options has no option "root"/u],
])("the option %j is refused", async (options, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => claudeMemory(memory, options as never));
  expect(error).toMatchObject({
    code: "invalid-input",
    message: expect.stringMatching(message) as unknown,
  });
  expect((await rejection(() => claudeMemory({} as never))).message).toMatch(/memory\.list/u);
});
function tooLarge(bytes: number): object {
  const message = `File ${PATH} would be ${bytes} bytes long, and may be at most 10. Nothing was written: use several files.`;
  return { code: "invalid-input", message };
}

test("a file has a most of bytes, which no command passes", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory, { maxFileBytes: 10 });
  expect(await rejection(() => createFile(tool, "ééééé!"))).toMatchObject(tooLarge(11));
  await createFile(tool, "ééééé");
  const insert = { command: "insert", path: PATH, insert_line: 0, insert_text: "" } as const;
  expect(await rejection(() => tool(insert))).toMatchObject(tooLarge(11));
  const replace = {
    command: "str_replace",
    path: PATH,
    old_str: "ééééé",
    new_str: "x".repeat(12),
  } as const;
  expect(await rejection(() => tool(replace))).toMatchObject(tooLarge(12));
  expect(await textOfFile(tool)).toBe("ééééé");
  const largest = claudeMemory(memory, { maxFileBytes: 131_072 });
  await createFile(largest, "\u0001".repeat(131_072), "/memories/b");
  expect(await textOfFile(largest, "/memories/b")).toHaveLength(131_072);
});
