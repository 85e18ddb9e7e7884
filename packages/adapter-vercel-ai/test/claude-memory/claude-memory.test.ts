import { anthropic } from "@ai-sdk/anthropic";
import { createMemory, inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { claudeMemory } from "@kioku/tools";
import type { ClaudeMemory } from "@kioku/tools";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Execute = NonNullable<Parameters<typeof anthropic.tools.memory_20250818>[0]["execute"]>;

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A model that calls the tool `memory` with one input after the other, and then is done. */
function callsMemory(inputs: readonly object[]): MockLanguageModelV3 {
  const called = inputs.map((input, index): Generated => ({
    content: [
      {
        type: "tool-call",
        toolCallId: `call ${index}`,
        toolName: "memory",
        input: JSON.stringify(input),
      },
    ],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage,
    warnings: [],
  }));
  const said: Generated = {
    content: [{ type: "text", text: "Done." }],
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV3({ doGenerate: [...called, said] });
}

/** Returns the result of each call, as the model got it. */
function toldTo(model: MockLanguageModelV3): readonly unknown[] {
  const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
  return prompt.flatMap(({ role, content }) =>
    role === "tool" ? content.map((part) => "output" in part && part.output) : [],
  );
}

function answer(value: string): object {
  return { type: "text", value };
}

function mistake(value: string): object {
  return { type: "error-text", value };
}

test("it is the execute that memory_20250818 takes", () => {
  expectTypeOf<ClaudeMemory>().toExtend<Execute>();
});

const STORES = {
  "in memory": () => inMemoryStore(),
  "on SQLite": () => sqliteStore({ path: ":memory:" }),
};

describe.each(Object.entries(STORES))("%s", (_, store) => {
  test("a model's calls are answered, and its mistakes are told to it word for word", async () => {
    const memory = createMemory({ store: store() });
    onTestFinished(() => memory.close());
    const path = "/memories/tea.txt";
    const model = callsMemory([
      { command: "create", path, file_text: "Ada likes green tea\nand milk" },
      { command: "create", path, file_text: "twice" },
      { command: "str_replace", path, old_str: "green", new_str: "black" },
      { command: "insert", path, insert_line: 0, insert_text: "Tea" },
      { command: "view", path, view_range: [2, -1] },
      { command: "rename", old_path: path, new_path: "/memories/drinks/tea.txt" },
      { command: "view", path: "/memories" },
      { command: "view", path },
      { command: "delete", path: "/memories" },
    ]);
    const memoryTool = anthropic.tools.memory_20250818({
      execute: claudeMemory(memory.scope("users", "ada")),
    });
    const { text } = await generateText({
      model,
      prompt: "Hello",
      tools: { memory: memoryTool },
      stopWhen: stepCountIs(12),
    });
    expect(text).toBe("Done.");
    expect(toldTo(model)).toEqual([
      answer(`File created successfully at: ${path}`),
      mistake(`File ${path} already exists`),
      answer(
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tAda likes black tea\n     2\tand milk",
      ),
      answer(`The file ${path} has been edited.`),
      answer(
        `Here's the content of ${path} with line numbers:\n     2\tAda likes black tea\n     3\tand milk`,
      ),
      answer(`Successfully renamed ${path} to /memories/drinks/tea.txt`),
      answer(
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n4K\t/memories\n4K\t/memories/drinks/\n32B\t/memories/drinks/tea.txt",
      ),
      mistake(`The path ${path} does not exist. Please provide a valid path.`),
      mistake("Cannot delete the /memories directory itself"),
    ]);
    const files = await memory.scope("users", "ada").list({ kinds: ["file"] });
    expect(files.items.map(({ key }) => key)).toEqual(["/memories/drinks/tea.txt"]);
  });
});

test("calls of one step are carried out side by side, and none is lost", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const path = "/memories/list.txt";
  await claudeMemory(memory)({ command: "create", path, file_text: "begin" });
  const [first, last] = [callsMemory([]), callsMemory([])];
  const calls = Array.from({ length: 8 }, (_, index) => ({
    type: "tool-call" as const,
    toolCallId: `call ${index}`,
    toolName: "memory",
    input: JSON.stringify({
      command: "insert",
      path,
      insert_line: 1,
      insert_text: `item ${index}`,
    }),
  }));
  const done = await last.doGenerate({ prompt: [] });
  const model = new MockLanguageModelV3({
    doGenerate: [
      {
        ...(await first.doGenerate({ prompt: [] })),
        content: calls,
        finishReason: { unified: "tool-calls", raw: undefined },
      },
      done,
    ],
  });
  await generateText({
    model,
    prompt: "Hello",
    tools: { memory: anthropic.tools.memory_20250818({ execute: claudeMemory(memory) }) },
    stopWhen: stepCountIs(3),
  });
  const text = await memory.get(path);
  const lines = typeof text === "string" ? text.split("\n") : [];
  expect(lines.toSorted()).toEqual(["begin", ...calls.map((_, index) => `item ${index}`)]);
});

test("a call that is aborted with the turn writes nothing", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const abort = new AbortController();
  const reason = new Error("no longer wanted");
  memory.on("operation", () => abort.abort(reason));
  const turn = generateText({
    model: callsMemory([{ command: "create", path: "/memories/a", file_text: "x" }]),
    prompt: "Hello",
    tools: { memory: anthropic.tools.memory_20250818({ execute: claudeMemory(memory) }) },
    stopWhen: stepCountIs(3),
    abortSignal: abort.signal,
  });
  await turn.catch(() => undefined);
  expect(abort.signal.aborted).toBe(true);
  expect((await memory.list()).items).toEqual([]);
});
