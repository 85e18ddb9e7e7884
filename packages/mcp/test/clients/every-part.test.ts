import { testMemory } from "@kioku/testing/support";
import type { JsonSchemaType, Tool } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { describe, expect, test } from "vitest";

import { allPairs, connect, type Connection, type Given, pairsBySize } from "./connect.js";
import { textOf, TOOL_ROWS, type ToolRow } from "./tool-rows.js";
import { wireFaults } from "./wire-rules.js";

test.each(allPairs())(
  "the client %s over %s connects with its version",
  async (name, transport) => {
    const connection = await connect({ memory: testMemory().memory }, name, transport);
    const expected = name === "auto" ? "2026-07-28" : name === "old" ? "2025-11-25" : name;
    expect(connection.version).toBe(expected);
    expect((await connection.client.listTools()).tools).not.toEqual([]);
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  },
);

/** One of each line is the least. */
const DRIVING = pairsBySize([
  ["2026-07-28", "stdio"],
  ["old", "http"],
]);

describe.each(DRIVING)("the client %s over %s", (name, transport) => {
  test("drives every tool", async () => {
    const connection = await connect(options(), name, transport);
    const { tools } = await connection.client.listTools();
    expect(namesOf(TOOL_ROWS.map((row) => row.tool))).toEqual(
      namesOf(tools.map((one) => one.name)),
    );
    // A server writes no prompts.
    expect(tools.filter((one) => one.description?.includes("prompt"))).toEqual([]);
    const answers: Record<string, Given> = {};
    for (const row of TOOL_ROWS) {
      const tool = tools.find((one) => one.name === row.tool);
      answers[row.as ?? row.tool] = await checkRow(connection, { row, tool, answers });
    }
    expect((await connection.client.listTools()).tools).toEqual(tools);
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  });
});

function options(): Parameters<typeof connect>[0] {
  const { memory, clock } = testMemory();
  return { memory, clock: () => clock.now, tools: ["default", "mind", "six", "graph"] };
}

function namesOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

/** Calls a tool as its row says, and returns its structured answer, which fits its schema. */
async function checkRow(
  connection: Connection,
  { row, tool, answers }: { row: ToolRow; tool: Tool | undefined; answers: Record<string, Given> },
): Promise<Given> {
  const answer = await connection.call(row.tool, row.given(answers));
  const { structuredContent = {}, isError = false } = answer;
  expect({ tool: row.tool, structuredContent, isError, text: textOf(answer) }).toMatchObject({
    tool: row.tool,
    structuredContent: row.has,
    isError: row.isError ?? false,
    text: expect.stringContaining(row.says) as string,
  });
  // An answer that is an error needs not fit, and does.
  const schema = tool?.outputSchema as JsonSchemaType;
  const { valid, errorMessage } = new AjvJsonSchemaValidator().getValidator(schema)(
    structuredContent,
  );
  expect({ tool: row.tool, valid, errorMessage }).toMatchObject({ valid: valid || isError });
  return structuredContent as Given;
}
