import { createMemory, inMemoryStore } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { createSkillRuntime, defineSkill } from "@kioku/skills";
import type { AnySkillRuntime } from "@kioku/skills";
import { generateText, stepCountIs, streamText } from "ai";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { skillTools } from "../../src/index.js";
import { callingModel } from "../support/calling-model.js";
import { scriptedModel, toolOutputs } from "../support/scripted-model.js";

async function runtimeOf(skills: readonly AnySkill[]): Promise<AnySkillRuntime> {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const runtime = await createSkillRuntime({ memory, skills });
  onTestFinished(() => runtime.close());
  return runtime;
}

const FILES: Readonly<Record<string, Uint8Array>> = {
  "cup.png": Uint8Array.of(137, 80, 78, 71, 0, 255),
  "menu.pdf": new TextEncoder().encode("%PDF-1.7\0"),
  "tea.wasm": Uint8Array.of(0, 97, 115, 109),
};

/** A skill with instructions, an image and a PDF. */
const brewing = defineSkill({
  name: "brew-tea",
  description: "Explains how to brew tea",
  instructions: "# Boil the water",
  files: {
    list: async () => Object.keys(FILES),
    read: async (path) => FILES[path] ?? Uint8Array.of(),
  },
});

/** Skills to find among others. */
function crowd(count: number): AnySkill[] {
  return Array.from({ length: count }, (_, index) =>
    defineSkill({
      name: `engine-${index}`,
      description: `Repairs engines of the type ${index}. ${"With care and patience. ".repeat(10)}`,
      run: () => "repaired",
    }),
  );
}

test("a model finds one of a thousand skills and runs it, and its prompt stays small", async () => {
  const wedding = defineSkill({
    name: "plan-wedding",
    description: "Plans a wedding",
    input: z.object({ guests: z.number() }),
    run: ({ guests }) => `A hall for ${guests}`,
  });
  const model = scriptedModel([
    [{ tool: "search_skills", input: { query: "plan my wedding" } }],
    [{ tool: "run_skill", input: { name: "plan-wedding", input: { guests: 80 } } }],
    "Done.",
  ]);
  const tools = skillTools(await runtimeOf([...crowd(999), wedding]));
  await generateText({ model, tools, prompt: "Plan my wedding.", stopWhen: stepCountIs(4) });
  const [call] = model.doGenerateCalls;
  expect(JSON.stringify(call?.tools).length).toBeLessThan(10_000);
  const [found, answer] = toolOutputs(model);
  expect(found).toMatchObject({ type: "text" });
  expect(JSON.stringify(found)).toContain("<name>plan-wedding</name>");
  expect(JSON.stringify(found)).toContain("guests");
  expect(answer).toMatchObject({ type: "text", value: "A hall for 80" });
});

test("instructions are loaded once in a conversation, and anew where they are gone", async () => {
  const load = { tool: "skill", input: { name: "brew-tea" } } as const;
  const model = scriptedModel([[load], [load], "Done."]);
  const tools = skillTools(await runtimeOf([brewing]));
  await generateText({ model, tools, prompt: "Tea, please.", stopWhen: stepCountIs(4) });
  const [first, again] = toolOutputs(model);
  expect(first).toMatchObject({ value: expect.stringContaining("# Boil the water") as unknown });
  expect(again).toMatchObject({
    value: expect.stringContaining("in this conversation already") as unknown,
  });
  const later = scriptedModel([[load], "Done."]);
  await generateText({ model: later, tools, prompt: "Tea again.", stopWhen: stepCountIs(3) });
  expect(toolOutputs(later)).toMatchObject([
    { value: expect.stringContaining("# Boil the water") as unknown },
  ]);
});

/** A call that reads a file. */
function read(path: string): { readonly tool: string; readonly input: Record<string, string> } {
  return { tool: "skill_file", input: { name: "brew-tea", path } };
}

test("images and PDFs of a skill are shown as files, others are described", async () => {
  const model = scriptedModel([[read("cup.png"), read("menu.pdf"), read("tea.wasm")], "Done."]);
  const tools = skillTools(await runtimeOf([brewing]));
  const { warnings } = await generateText({
    model,
    tools,
    prompt: "Show me.",
    stopWhen: stepCountIs(3),
  });
  const [image, pdf, other] = toolOutputs(model);
  for (const [output, path, mediaType] of [
    [image, "cup.png", "image/png"],
    [pdf, "menu.pdf", "application/pdf"],
  ] as const) {
    const data = Buffer.from(FILES[path] ?? []).toString("base64");
    expect(output).toMatchObject({ type: "content" });
    expect(JSON.stringify(output)).toContain(`"mediaType":"${mediaType}"`);
    expect(JSON.stringify(output)).toContain(data);
  }
  expect(other).toMatchObject({
    type: "text",
    value: expect.stringContaining("cannot be shown") as unknown,
  });
  expect(warnings ?? []).toEqual([]);
});

test("a model is told the reason that a skill gives for its failure", async () => {
  const jammed = defineSkill({
    name: "open-door",
    description: "Opens the door",
    run: (_, { fail }) => fail("the door is jammed"),
  });
  const model = scriptedModel([[{ tool: "open-door", input: {} }], "Done."]);
  const tools = skillTools(await runtimeOf([jammed]));
  await generateText({ model, tools, prompt: "Open it.", stopWhen: stepCountIs(3) });
  expect(toolOutputs(model)).toMatchObject([
    { type: "error-text", value: expect.stringContaining("the door is jammed") as unknown },
  ]);
});

test("the parts of a skill are preliminary results, and the last value is the result", async () => {
  const counter = defineSkill({
    name: "counter",
    description: "Counts",
    async *run() {
      yield { cups: 1 };
      yield { cups: 2 };
    },
  });
  const model = callingModel([[{ name: "counter", input: {} }]]);
  const tools = skillTools(await runtimeOf([counter]));
  const result = streamText({ model, tools, prompt: "Count.", stopWhen: stepCountIs(3) });
  const preliminary: unknown[] = [];
  const final: unknown[] = [];
  for await (const part of result.fullStream) {
    if (part.type !== "tool-result") continue;
    (part.preliminary === true ? preliminary : final).push(part.output);
  }
  expect(preliminary.slice(0, 2)).toEqual([{ cups: 1 }, { cups: 2 }]);
  expect(final).toEqual([{ cups: 2 }]);
});

test("skills that only a user may activate are no tools", async () => {
  const hidden = defineSkill({ ...brewing, name: "secret", disableModelInvocation: true });
  const tools = skillTools(await runtimeOf([hidden, brewing]));
  expect(JSON.stringify(tools)).not.toContain("secret");
  expect(skillTools(await runtimeOf([hidden]))).toEqual({});
});

test("with deferLoading every skill with code is a tool, for toolSearch to find", async () => {
  const tools = skillTools(await runtimeOf([...crowd(50), brewing]), { deferLoading: true });
  expect(Object.keys(tools)).toHaveLength(52);
  expect(tools).not.toHaveProperty("run_skill");
});
