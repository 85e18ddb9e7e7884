import type { MemoryRoot } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";

import { createMcpServer } from "../../src/create/create-mcp-server.js";
import { chooseTools } from "../../src/tools/choose-tools.js";
import { connect } from "../support/connect.js";

const GROUPS = ["default", "mind", "six", "graph"];

function namesOf(settings: Parameters<typeof chooseTools>[0]): readonly string[] {
  return chooseTools(settings).map(({ definition }) => definition.name);
}

test("the definitions of the default tools take at most 1,500 tokens", async () => {
  const { client } = await connect({ memory: testMemory().memory });
  const { tools } = await client.listTools();
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(1_500);
});

test("tools are in one order, whatever the order of their names", () => {
  expect(namesOf({}).slice(0, 4)).toEqual(["recall", "remember", "update", "forget"]);
  expect(namesOf({ tools: ["forget", "recall"] })).toEqual(["recall", "forget"]);
  expect(namesOf({ tools: ["recall", "default"] })).toEqual(namesOf({}));
  expect(namesOf({ tools: [] })).toEqual([]);
});

test("a server that only reads has no tool that changes memories", () => {
  const names = namesOf({ tools: GROUPS, readOnly: true });
  expect(names).toContain("recall");
  for (const name of ["remember", "update", "forget"]) expect(names).not.toContain(name);
});

test("no two tools have one name, and none that of a group", () => {
  const names = [...GROUPS, ...namesOf({ tools: GROUPS })];
  expect(new Set(names).size).toBe(names.length);
});

test("structured answers require nothing but a status, which errors have, too", () => {
  for (const { output } of chooseTools({ tools: GROUPS })) {
    expect(["status"]).toEqual(expect.arrayContaining([...(output.required ?? [])]));
  }
});

test("all tools say what they do to memories", () => {
  for (const { annotations } of chooseTools({ tools: GROUPS })) {
    const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
    expect(openWorldHint).toBe(false);
    expect(typeof (readOnlyHint === true ? readOnlyHint : destructiveHint)).toBe("boolean");
  }
});

test.each([
  [{ tools: ["recal"] }, /options\.tools\[0\] must be one of default, recall, .*, got "recal"/u],
  [{ tools: "recall" }, /options\.tools must be a list/u],
  [{ tools: ["constructor"] }, /options\.tools\[0\] must be one of/u],
  [{ readOnly: "yes" }, /options\.readOnly must be true or false/u],
  [{ trust: 1.5 }, /options\.trust must be/u],
  [{ clock: 1 }, /options\.clock must be a function/u],
  [{ logger: {} }, /options\.logger\.warn must be a function/u],
  [{ scope: ["users"] }, /options has no option "scope"/u],
  [{ memory: undefined }, /memory must be/u],
  [{ memory: {} }, /must be a function/u],
])("wrong options are refused: %o", (options, message) => {
  const memory: MemoryRoot = testMemory().memory;
  const create = (): unknown => createMcpServer({ memory, ...(options as object) });
  expect(create).toThrow(message);
  expect(create).toThrow(expect.objectContaining({ code: "invalid-input" }));
});
