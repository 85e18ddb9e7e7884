import { claudeMemory } from "@kioku/tools";
import type { ClaudeMemory } from "@kioku/tools";
import { tools as anthropicTools } from "@langchain/anthropic";
import { ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { describe, expect, expectTypeOf, test } from "vitest";

import { agentMemory, callsThenSays, ENGINES } from "../support/agents.js";
import { thrownBy } from "../support/error-of.js";

const { memory_20250818: memoryTool } = anthropicTools;

type Execute = NonNullable<Parameters<typeof memoryTool>[0]>["execute"];

/** Text in which an agent of LangChain reports a mistake to a model. */
function mistake(words: string): string {
  return `${words}\n Please fix your mistakes.`;
}

test("it is what memory_20250818 takes", () => {
  expectTypeOf<ClaudeMemory>().toExtend<Execute>();
});

describe.each(ENGINES)("%s", (_, makeMemory) => {
  test("an agent's calls are answered, and its mistakes are told to it in the tool's words", async () => {
    const memory = makeMemory();
    const path = "/memories/tea.txt";
    const calls = [
      { command: "create", path, file_text: "Ada likes green tea" },
      { command: "create", path, file_text: "twice" },
      { command: "str_replace", path, old_str: "green", new_str: "black" },
      { command: "insert", path, insert_line: 1, insert_text: "and milk" },
      { command: "view", path },
      { command: "rename", old_path: path, new_path: "/memories/drinks/tea.txt" },
      { command: "view", path },
      { command: "delete", path: "/memories" },
    ].map((args) => ({ name: "memory", args }));
    const tools = [memoryTool({ execute: claudeMemory(memory.scope("users", "ada")) })];
    const agent = createAgent({ model: callsThenSays(calls, "Done."), tools });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Hello" }] });
    const answers = messages.filter((message) => ToolMessage.isInstance(message));
    expect(answers.map(({ content, status = "success" }) => [status, content])).toEqual([
      ["success", `File created successfully at: ${path}`],
      ["error", mistake(`File ${path} already exists`)],
      [
        "success",
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tAda likes black tea",
      ],
      ["success", `The file ${path} has been edited.`],
      [
        "success",
        `Here's the content of ${path} with line numbers:\n     1\tAda likes black tea\n     2\tand milk`,
      ],
      ["success", `Successfully renamed ${path} to /memories/drinks/tea.txt`],
      ["error", mistake(`The path ${path} does not exist. Please provide a valid path.`)],
      ["error", mistake("Cannot delete the /memories directory itself")],
    ]);
    const own = memory.scope("users", "ada");
    expect(await own.get("/memories/drinks/tea.txt")).toBe("Ada likes black tea\nand milk");
    expect((await own.recall("who likes black tea"))[0]?.kind).toBe("file");
  });
});

test("an aborted call rejects with the reason and writes nothing", async () => {
  const memory = agentMemory();
  const tool = memoryTool({ execute: claudeMemory(memory) });
  const abort = new AbortController();
  const reason = new Error("no longer wanted");
  memory.on("operation", () => abort.abort(reason));
  const args = { command: "create", path: "/memories/a", file_text: "x" } as const;
  expect(await thrownBy(() => tool.invoke(args, { signal: abort.signal }))).toBe(reason);
  expect((await memory.list()).items).toEqual([]);
});
