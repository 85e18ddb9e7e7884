import { MemoryError } from "@kioku/core";
import { defineSkill } from "@kioku/skills";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";

import { memoryMiddleware } from "../../src/agent/index.js";
import { skillTools } from "../../src/index.js";
import type { SkillToolsOptions } from "../../src/index.js";
import { agentMemory, callsThenSays, say } from "../support/agents.js";
import { brewing, counting, runtimeOf, toolMessages } from "../support/skills.js";

type Calls = Parameters<typeof callsThenSays>[0];

async function converse(
  tools: ReturnType<typeof skillTools>,
  calls: Calls,
): Promise<ReturnType<typeof toolMessages>> {
  const agent = createAgent({ model: callsThenSays(calls, "Done."), tools });
  const { messages } = await agent.invoke(say("Tea, please."));
  return toolMessages(messages);
}

test("an agent loads instructions once, reads files, and runs a skill by its schema", async () => {
  const memory = agentMemory();
  const tools = skillTools(await runtimeOf([brewing, counting], memory));
  expect(tools.map(({ name }) => name)).toEqual(["skill", "skill_file", "count-cups"]);
  expect(tools[0]?.description).toContain("<name>brew-tea</name>");
  expect(tools[2]?.schema).toMatchObject({ properties: { cups: { type: "string" } } });
  const [first, again, text, image, count] = await converse(tools, [
    { name: "skill", args: { name: "brew-tea" } },
    { name: "skill", args: { name: "brew-tea" } },
    { name: "skill_file", args: { name: "brew-tea", path: "prices.md" } },
    { name: "skill_file", args: { name: "brew-tea", path: "cup.png" } },
    { name: "count-cups", args: { cups: "21" } },
  ]);
  expect(first?.content).toContain("# Boil the water");
  expect(again?.content).toContain("are in this conversation already");
  expect(text?.content).toBe("Tea costs 3.");
  expect(image?.content).toMatchObject([
    { type: "text", text: expect.stringContaining("image/png") as string },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORwD/" } },
  ]);
  expect(count).toMatchObject({ content: '{"doubled":42}', artifact: { doubled: 42 } });
  expect(await memory.get("cups")).toBe(21);
});

test("the memory of a call comes from the context of the run", async () => {
  const memory = agentMemory();
  const tools = skillTools<{ readonly userId: string }>(await runtimeOf([counting], memory), {
    memory: ({ context }) => memory.scope(context.userId),
  });
  const agent = createAgent({
    model: callsThenSays([{ name: "count-cups", args: { cups: "4" } }], "Done."),
    tools,
  });
  await agent.invoke(say("Count."), { context: { userId: "ann" } });
  expect(await memory.scope("ann").get("cups")).toBe(4);
  expect(await memory.get("cups")).toBeUndefined();
});

test("a model is told failures in the runtime's words, and nothing runs that does not fit", async () => {
  let runs = 0;
  const strict = defineSkill({
    name: "strict",
    description: "Takes a number",
    input: z.object({ count: z.number() }),
    run: () => (runs += 1),
  });
  const failing = defineSkill({
    name: "failing",
    description: "Fails",
    run: () => {
      throw new Error("the secret of Ann");
    },
  });
  const honest = defineSkill({
    name: "honest",
    description: "Says why",
    run: (_, { fail }) => fail("the door is jammed"),
  });
  const told = await converse(skillTools(await runtimeOf([strict, failing, honest, brewing])), [
    { name: "strict", args: { count: "many" } },
    { name: "skill", args: { name: "rob-a-bank" } },
    { name: "failing", args: {} },
    { name: "honest", args: {} },
    { name: "skill_file", args: { name: "brew-tea", path: "../../etc/passwd" } },
  ]);
  expect(told.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "error"));
  const texts = told.map(({ text }) => text);
  expect(texts[0]).toBe('the input of skill "strict" does not fit its schema at .count');
  expect(texts[1]).toContain("skill.name must be one of brew-tea");
  expect(texts[2]).toContain('skill "failing" threw');
  expect(texts[3]).toContain("the door is jammed");
  expect(texts.join("\n")).not.toContain("secret");
  expect(runs).toBe(0);
});

test("a call without a model gives the content, and fails as an error", async () => {
  const [skill, , count] = skillTools(await runtimeOf([brewing, counting]));
  expect(await skill?.invoke({ name: "brew-tea" })).toContain("# Boil the water");
  expect(await count?.invoke({ cups: "2" })).toBe('{"doubled":4}');
  await expect(count?.invoke({ cups: 2 })).rejects.toThrow("does not fit its schema at .cups");
});

test("an abort reaches the skill and ends the run", async () => {
  const controller = new AbortController();
  let reason: unknown;
  const waiting = defineSkill({
    name: "waiting",
    description: "Waits",
    run: async (_, { signal }) => {
      controller.abort(new Error("stop"));
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener("abort", () => resolve(), { once: true });
      });
      reason = signal.reason;
    },
  });
  const agent = createAgent({
    model: callsThenSays([{ name: "waiting", args: {} }], "Done."),
    tools: skillTools(await runtimeOf([waiting])),
  });
  await expect(agent.invoke(say("Wait."), { signal: controller.signal })).rejects.toThrow("stop");
  expect(reason).toBeDefined();
});

test("the parts of a skill are events of its tool, and the last value is the answer", async () => {
  const counter = defineSkill({
    name: "counter",
    description: "Counts",
    async *run() {
      yield { cups: 1 };
      yield { cups: 2 };
    },
  });
  const agent = createAgent({
    model: callsThenSays([{ name: "counter", args: {} }], "Done."),
    tools: skillTools(await runtimeOf([counter])),
  });
  const events: unknown[] = [];
  const stream = await agent.stream(say("Count."), { streamMode: ["tools", "values"] });
  let last: unknown;
  for await (const [mode, event] of stream) {
    if (mode === "values") last = event;
    else if (event.event === "on_tool_event") events.push(event.data);
  }
  expect(events.slice(0, 2)).toEqual([{ cups: 1 }, { cups: 2 }]);
  const { messages } = last as { readonly messages: Parameters<typeof toolMessages>[0] };
  expect(toolMessages(messages)).toMatchObject([{ content: '{"cups":2}', artifact: { cups: 2 } }]);
});

test("instructions are trusted as the app's own words, files and outputs are not", async () => {
  const trusts: number[] = [];
  for (const call of [
    { name: "skill", args: { name: "brew-tea" } },
    { name: "skill_file", args: { name: "brew-tea", path: "prices.md" } },
    { name: "count-cups", args: { cups: "21" } },
  ]) {
    const memory = agentMemory();
    const agent = createAgent({
      model: callsThenSays([call], "Boil the water: tea costs 3, cups doubled 42."),
      tools: skillTools(await runtimeOf([brewing, counting])),
      middleware: [memoryMiddleware({ memory, recall: false })],
    });
    await agent.invoke(say("How do I make it?"));
    const { items } = await memory.list();
    trusts.push(Math.min(...items.map(({ trust }) => trust)));
  }
  expect(trusts[0]).toBe(1);
  expect(trusts[1]).toBeLessThanOrEqual(0.5);
  expect(trusts[2]).toBeLessThanOrEqual(0.5);
});

test("schemas of zod 3 are shown, and those without a JSON Schema take any object", async () => {
  const skills = [
    defineSkill({
      name: "old",
      description: "Old",
      input: z3.object({ count: z3.number() }),
      run: ({ count }) => count,
    }),
    defineSkill({
      name: "dated",
      description: "Dated",
      input: z.object({ at: z.date() }),
      run: () => 1,
    }),
  ];
  const [old, dated] = skillTools(await runtimeOf(skills));
  expect(old?.schema).toMatchObject({ properties: { count: { type: "number" } } });
  expect(dated?.schema).toEqual({ type: "object" });
});

test.each([
  [{ memory: {} }],
  [{ only: ["nobody"] }],
  [{ prefix: "a.b" }],
  [{ maxSkills: -1 }],
  [{ maxCharacters: 1.5 }],
  [{ deferLoading: true }],
])("options that cannot work are refused at once: %j", async (options) => {
  const runtime = await runtimeOf([brewing]);
  let failure: unknown;
  try {
    skillTools(runtime, options as SkillToolsOptions);
  } catch (error) {
    failure = error;
  }
  expect(MemoryError.is(failure, "invalid-input")).toBe(true);
});
