import type { AnySkill } from "@kioku/core/toolkit";
import { expect, test } from "vitest";
import { z } from "zod";

import { defineSkillTools, skillCatalog } from "../../src/index.js";
import {
  callTool,
  coded,
  plainSkills,
  taught,
  toldLength,
  toolOf,
} from "../support/plain-skills.js";

function many(count: number, make: (name: string, description: string) => AnySkill): AnySkill[] {
  return Array.from({ length: count }, (_, index) =>
    make(
      `skill-${index}`,
      `Does the task number ${index}. ${"Useful for many things. ".repeat(20)}`,
    ),
  );
}

/** Makes a skill with instructions and code. */
function both(name: string, description: string): AnySkill {
  return { ...coded(name, description), ...taught(name, description) };
}

test("few skills are listed whole, and each one with code is a tool", () => {
  const tools = defineSkillTools(plainSkills([taught("brew-tea"), coded("count-cups")]));
  expect(tools.map(({ name, kind }) => [name, kind])).toEqual([
    ["skill", "instructions"],
    ["count-cups", "skill"],
  ]);
  const { description, parameters } = toolOf(tools, "skill");
  expect(description).toContain("<name>brew-tea</name>");
  expect(description).not.toContain("count-cups");
  expect(parameters).toMatchObject({ properties: { name: { enum: ["brew-tea"] } } });
});

test("a thousand skills take at most 10,000 characters, and the others are found by search", async () => {
  for (const make of [taught, coded, both]) {
    const skills = many(1_000, make);
    const tools = defineSkillTools(plainSkills(skills));
    expect(toldLength(tools)).toBeLessThanOrEqual(10_000);
    const found = await callTool(toolOf(tools, "search_skills"), { query: "task number 777" });
    expect(found).toContain("<name>skill-777</name>");
  }
  const taughtTools = defineSkillTools(plainSkills(many(1_000, taught)));
  const text = await callTool(toolOf(taughtTools, "skill"), { name: "skill-777" });
  expect(text).toContain("Do skill-777.");
  expect(taughtTools.map(({ name }) => name)).toEqual(["skill", "search_skills"]);
});

test("a huge input leaves the answer of a search short, and one that is no object is left out", async () => {
  const members = Array.from({ length: 500 }, (_, index) => [`member-${index}`, z.string()]);
  const huge: AnySkill = {
    ...coded("cups", "Counts cups"),
    input: z.object(Object.fromEntries(members) as Record<string, z.ZodString>),
  };
  const list: AnySkill = { ...coded("list", "Lists cups"), input: z.array(z.string()) };
  const tools = defineSkillTools(plainSkills([huge, list]), { maxSkills: 0 });
  const found = String(await callTool(toolOf(tools, "search_skills"), { query: "cups" }));
  expect(found).toContain("<name>cups</name>");
  expect(found.length).toBeLessThan(8_000);
  // No tool can run it.
  expect(found).not.toContain("<name>list</name>");
});

test("skills with code that are no tools are run by run_skill, and no others", async () => {
  const cups = coded("cups", "Counts cups");
  const adding: AnySkill = { ...cups, input: z.object({ cups: z.number() }) };
  const runtime = plainSkills([coded("first"), adding]);
  const tools = defineSkillTools(runtime, { maxSkills: 1 });
  expect(tools.map(({ name }) => name)).toEqual(["search_skills", "run_skill", "first"]);
  const found = await callTool(toolOf(tools, "search_skills"), { query: "cups" });
  expect(found).toContain("<input_schema>");
  expect(found).toContain('"cups":{"type":"number"}');
  const runner = toolOf(tools, "run_skill");
  expect(await callTool(runner, { name: "cups", input: { cups: 2 } })).toEqual({
    name: "cups",
    input: { cups: 2 },
  });
  const wrong = [
    [{ name: "cups", input: { cups: "two" } }, "does not fit its schema at .cups"],
    [{ name: "cups", input: [1] }, 'the input of skill "cups" must be an object'],
    // It may need the approval that its own tool asks for.
    [{ name: "first", input: {} }, 'skill "first" cannot be used by this tool'],
    [{ name: "nobody", input: {} }, "found by search_skills"],
    [{ input: {} }, "run_skill needs the argument name"],
  ] as const;
  for (const [given, problem] of wrong) {
    await expect(callTool(runner, given)).rejects.toThrow(problem);
  }
});

test("skills that no model may activate are neither shown nor found nor run", async () => {
  const hidden = { disableModelInvocation: true };
  const skills = [
    { ...taught("secret", "Opens the vault"), ...hidden },
    { ...coded("safe", "Opens the vault"), ...hidden },
    taught("open", "Opens a book"),
    coded("close", "Closes a book"),
  ];
  const tools = defineSkillTools(plainSkills(skills), { maxSkills: 0 });
  expect(JSON.stringify(tools)).not.toMatch(/secret|safe/u);
  const found = await callTool(toolOf(tools, "search_skills"), { query: "Opens", limit: 1 });
  expect(found).toContain("<name>open</name>");
  expect(found).not.toContain("vault");
  await expect(callTool(toolOf(tools, "skill"), { name: "secret" })).rejects.toThrow(
    "cannot be used",
  );
  const run = callTool(toolOf(tools, "run_skill"), { name: "safe", input: {} });
  await expect(run).rejects.toThrow("cannot be used");
});

test("instructions that a conversation has whole are not loaded again", async () => {
  const tool = toolOf(defineSkillTools(plainSkills([taught("brew-tea")])), "skill");
  const text = String(await callTool(tool, { name: "brew-tea" }));
  const again = await callTool(tool, { name: "brew-tea" }, ["other", text]);
  expect(again).toContain("are in this conversation already, unchanged");
  // The host may hide the first answer from the model, which then asks again.
  expect(await callTool(tool, { name: "brew-tea" }, [text, String(again)])).toBe(text);
  expect(await callTool(tool, { name: "brew-tea" }, [text.slice(0, -20)])).toBe(text);
});

test("files are texts, or files that the host may show, or described", async () => {
  const image = Uint8Array.of(137, 80, 0, 255);
  const contents: Readonly<Record<string, Uint8Array>> = {
    "a.md": new TextEncoder().encode("Tea."),
    "b.png": image,
    "c.bin": image,
    "d.txt": new TextEncoder().encode("x".repeat(1_048_577)),
    "e.png": new Uint8Array(4_000_000),
  };
  const files = {
    list: async () => Object.keys(contents),
    read: async (path: string) => contents[path] as Uint8Array,
  };
  const runtime = plainSkills([{ ...taught("brew-tea"), files }]);
  const host = { shows: (type: string) => type.startsWith("image/") };
  const tool = toolOf(defineSkillTools(runtime, {}, host), "skill_file");
  const read = async (path: string): Promise<unknown> => callTool(tool, { name: "brew-tea", path });
  expect(await read("a.md")).toBe("Tea.");
  expect(await read("b.png")).toMatchObject({
    mediaType: "image/png",
    size: 4,
    data: Buffer.from(image).toString("base64"),
  });
  for (const path of ["c.bin", "e.png"]) {
    const answer = await read(path);
    expect(answer).toMatchObject({ text: expect.stringContaining("cannot be shown") as string });
    expect(answer).not.toHaveProperty("data");
  }
  await expect(read("d.txt")).rejects.toThrow("at most 1048576 can be read as text");
  await expect(read("none")).rejects.toThrow("not found");
});

test("a skill whose code is a generator yields its parts", async () => {
  const counting: AnySkill = {
    ...coded("count"),
    async *run() {
      yield 1;
      yield 2;
    },
  };
  for (const maxSkills of [0, 20]) {
    const tools = defineSkillTools(plainSkills([counting]), { maxSkills });
    const tool = tools.at(-1) as NonNullable<(typeof tools)[number]>;
    const checked = await tool.check(maxSkills === 0 ? { name: "count", input: {} } : {});
    const parts = tool.run(checked, {}) as AsyncIterable<unknown>;
    const seen: unknown[] = [];
    for await (const part of parts) seen.push(part);
    expect(seen).toEqual([1, 2]);
  }
});

test("a catalog for a prompt holds all skills, or the nearest to a task", async () => {
  const skills = many(100, taught);
  const all = await skillCatalog(plainSkills(skills.slice(0, 3)), {}, { for: "number 1" });
  expect(all.match(/<skill>/gu)).toHaveLength(3);
  const near = await skillCatalog(plainSkills(skills), { maxSkills: 5 }, { for: "number 77" });
  expect(near.match(/<name>.*?<\/name>/gu)?.[0]).toBe("<name>skill-77</name>");
  expect(near.match(/<skill>/gu)).toHaveLength(5);
  const tight = await skillCatalog(plainSkills(skills), { maxCharacters: 1 }, { for: "number 77" });
  expect(tight.match(/<skill>/gu)).toHaveLength(1);
  expect(await skillCatalog(plainSkills([coded("a")]), {}, { for: "a" })).toBe("");
});
