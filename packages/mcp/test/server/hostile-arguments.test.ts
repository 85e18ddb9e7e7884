import { createMemory } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { wordEmbedder } from "@kioku/testing/support";
import { type CallToolResult, ProtocolError } from "@modelcontextprotocol/client";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";

import { bySize } from "../support/by-size.js";
import { connect, textOf } from "../support/connect.js";
import { hostileArguments, ID } from "../support/hostile-arguments.js";

const SEED = 33;
/** Payloads of each tool with `KIOKU_TEST_SIZE=full`, else of all of them together. */
const PAYLOADS = bySize(500, 30);

/** Places, statements and errors of the machine, which no answer may hold. */
const INSIDE = [
  process.cwd(),
  "node_modules",
  /sqlite/iu,
  /SELECT (?!content FROM other)/u,
  /INSERT INTO|no such (?:table|column)|syntax error/iu,
  /\n\s+at .+:\d+:\d+/u,
  /Cannot read|is not a function|Maximum call stack|undefined/u,
];

test(`no hostile arguments break a tool, its answers or the server (${PAYLOADS})`, async () => {
  const memory = createMemory({
    store: sqliteStore({ path: ":memory:" }),
    embedder: wordEmbedder(),
    ranking: { minScore: 0 },
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(async () => {
    process.off("unhandledRejection", note);
    await memory.close();
  });
  const told: unknown[] = [];
  const logger = {
    warn: (...all: unknown[]) => told.push(all),
    error: (...all: unknown[]) => told.push(all),
  };
  const { client, call } = await connect({
    memory,
    tools: ["default", "mind", "six", "graph"],
    logger,
  });
  await call("remember", { content: "Ana drinks green tea" });
  const { tools } = await client.listTools();
  const payloads = tools.map(({ inputSchema }, index) =>
    fc.sample(hostileArguments(inputSchema), {
      seed: SEED + index,
      numRuns: bySize(PAYLOADS, Math.ceil(PAYLOADS / tools.length)),
    }),
  );
  for (const [index, { name }] of tools.entries()) {
    for (const payload of payloads[index] ?? []) {
      const [record] = (await memory.list({ kinds: ["note"] })).items;
      const given = payload.replaceAll(ID, record?.id ?? "");
      const params = { name, arguments: JSON.parse(given) as Record<string, unknown> };
      const answered = await client.callTool(params).catch((error: unknown) => error);
      expect(defectsOf(answered), `${name} ${payload.slice(0, 400)}`).toEqual([]);
    }
  }
  expect(unhandled).toEqual([]);
  expect(told).toEqual([]);
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  await call("remember", { content: "Ana moved to Oslo" });
  expect(textOf(await call("recall", { query: "Oslo" }))).toContain("Ana moved to Oslo");
}, 240_000);

function defectsOf(answered: unknown): readonly string[] {
  if (answered instanceof ProtocolError) return insideOf(answered.message);
  if (answered instanceof Error) return [`rejected with ${answered.message}`];
  const result = answered as CallToolResult;
  const { isError = false, structuredContent } = result;
  const { status } = (structuredContent ?? {}) as { readonly status?: unknown };
  const text = textOf(result);
  // An error may quote an argument. Then there is no fence.
  const hasFence = text.includes("<memories ");
  const isFenced = count(text, "<memories ") === count(text, "</memories>");
  return [
    ...(typeof structuredContent === "object" ? [] : ["has no structured answer"]),
    ...(isError && typeof status !== "string" ? ["has no status"] : []),
    ...(text.trim() === "" ? ["has no text"] : []),
    ...(hasFence && !isFenced ? ["leaves the fence"] : []),
    ...(/[^\t\n\P{Cc}]/u.test(text) ? ["has control characters"] : []),
    ...(text.isWellFormed() ? [] : ["has lone surrogates"]),
    ...insideOf(text),
  ];
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function insideOf(text: string): readonly string[] {
  return INSIDE.filter((one) =>
    typeof one === "string" ? text.includes(one) : one.test(text),
  ).map((one) => `tells ${one}: ${text.slice(0, 300)}`);
}
