import Anthropic from "@anthropic-ai/sdk";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import type { MemoryToolHandlers } from "@anthropic-ai/sdk/helpers/beta/memory";
import { testMemory } from "@kioku/testing/support";
import { expect, expectTypeOf, test } from "vitest";

import { claudeMemory } from "../../src/index.js";
import type { ClaudeMemory } from "../../src/index.js";

/** The requests of a model, one after the other, and the answers. */
function scriptedModel(inputs: readonly unknown[]) {
  const requests: { readonly messages: readonly { readonly content: unknown }[] }[] = [];
  const client = new Anthropic({
    apiKey: "none",
    baseURL: "http://localhost:1",
    fetch: async (_, init) => {
      requests.push(JSON.parse(init?.body as string) as (typeof requests)[number]);
      const input = inputs[requests.length - 1];
      const content = input
        ? [{ type: "tool_use", id: `call ${requests.length}`, name: "memory", input }]
        : [{ type: "text", text: "Done." }];
      const message = {
        id: `message ${requests.length}`,
        type: "message",
        role: "assistant",
        model: "claude",
        content,
        stop_reason: input ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      return Response.json(message);
    },
  });
  return { client, requests };
}

test("it is what betaMemoryTool takes", () => {
  expectTypeOf<ClaudeMemory>().toExtend<MemoryToolHandlers>();
});

test("the tool runner of Anthropic's SDK gives a model answers and errors, worded as they are", async () => {
  const { memory } = testMemory();
  const inputs = [
    { command: "create", path: "/memories/a", file_text: "Ann likes tea" },
    { command: "view", path: "/memories/a", view_range: [1, -1] },
    { command: "create", path: "/memories/a", file_text: "twice" },
    { command: "str_replace", path: "/memories/a", old_str: "tea", new_str: "coffee" },
    { command: "insert", path: "/memories/a", insert_line: 9, insert_text: "x" },
    { command: "rename", old_path: "/memories/a", new_path: "/memories/b" },
    { command: "delete", path: "/memories/a" },
    { command: "undo_edit", path: "/memories/a" },
  ];
  const { client, requests } = scriptedModel(inputs);
  const answer = await client.beta.messages.toolRunner({
    model: "claude-test",
    max_tokens: 100,
    messages: [{ role: "user", content: "Remember what you know" }],
    tools: [betaMemoryTool(claudeMemory(memory))],
  });
  expect(answer.content).toEqual([{ type: "text", text: "Done." }]);
  const results = requests.slice(1).map(({ messages }) => messages.at(-1)?.content);
  expect(results).toEqual(
    [
      { content: "File created successfully at: /memories/a" },
      { content: "Here's the content of /memories/a with line numbers:\n     1\tAnn likes tea" },
      { content: "Error: File /memories/a already exists", is_error: true },
      {
        content:
          "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tAnn likes coffee",
      },
      {
        content:
          "Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 1]",
        is_error: true,
      },
      { content: "Successfully renamed /memories/a to /memories/b" },
      { content: "Error: The path /memories/a does not exist", is_error: true },
      { content: "Error: undo_edit not implemented", is_error: true },
    ].map((result, index) => [
      expect.objectContaining({
        type: "tool_result",
        tool_use_id: `call ${index + 1}`,
        ...result,
      }) as unknown,
    ]),
  );
  expect(await memory.get("/memories/b")).toBe("Ann likes coffee");
});
