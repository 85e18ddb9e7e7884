import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createMemory, inMemoryStore } from "@kioku/core";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";

import { importGraph } from "../../src/graph/import-graph.js";
import { bySize } from "../support/by-size.js";
import { connect } from "../support/connect.js";
import { randomCalls } from "./random-calls.js";

const PROGRAM = "@modelcontextprotocol/server-memory/dist/index.js";
const URI = "memory://knowledge-graph";
const SEEDS = bySize(40, 1);
const CALLS = bySize(250, 40);

const folder = mkdtempSync(join(tmpdir(), "kioku-graph-"));
const file = join(folder, "memory.jsonl");
const client = new Client({ name: "test", version: "1.0.0" });

beforeAll(async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve(PROGRAM))],
    env: { MEMORY_FILE_PATH: file },
    stderr: "ignore",
  });
  await client.connect(transport);
});

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

async function ask(name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
  return client.callTool({ name, arguments: given });
}

interface Graph {
  readonly entities: readonly { readonly name: string }[];
  readonly relations: readonly object[];
}

function graphOf({ structuredContent }: CallToolResult): Graph {
  return structuredContent as Graph;
}

/** Empties the graph of the reference. */
async function empty(): Promise<void> {
  const { entities, relations } = graphOf(await ask("read_graph"));
  await ask("delete_entities", { entityNames: entities.map(({ name }) => name) });
  await ask("delete_relations", { relations });
}

/** Returns what clients see. Failures of the reference have no structured content. */
function seenOf({ content, structuredContent, isError = false }: CallToolResult): unknown {
  return isError ? { content, isError } : { content, structuredContent };
}

/** Returns a graph without what recall has found beside the words: it stands behind. */
function foundByWords(found: CallToolResult, expected: CallToolResult): Graph {
  const { entities, relations } = graphOf(expected);
  const known = new Set(relations.map((one) => JSON.stringify(one)));
  const isKnown = ({ from, to, relationType }: Record<string, unknown>): boolean =>
    known.has(JSON.stringify({ from, to, relationType }));
  const own = graphOf(found);
  return {
    entities: own.entities.slice(0, entities.length),
    relations: own.relations.filter((one) => isKnown(one as Record<string, unknown>)),
  };
}

it(`answers ${SEEDS * CALLS} random calls as the reference server does`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    await empty();
    const memory = createMemory({ store: inMemoryStore() });
    const { call } = await connect({ memory, tools: ["graph"] });
    for (const [index, { name, given }] of randomCalls(seed, CALLS).entries()) {
      const [expected, got] = [await ask(name, given), await call(name, given)];
      const told = `seed ${seed}, call ${index}: ${name} ${JSON.stringify(given)}`;
      const isSearch = name === "search_nodes";
      const seen = isSearch ? foundByWords(got, expected) : seenOf(got);
      expect([told, seen]).toEqual([told, isSearch ? graphOf(expected) : seenOf(expected)]);
    }
    const last = await ask("read_graph");
    expect(seenOf(await call("read_graph"))).toEqual(seenOf(last));
    const other = createMemory({ store: inMemoryStore() });
    await importGraph(other, readFileSync(file, "utf8"));
    const imported = await connect({ memory: other, tools: ["graph"] });
    expect(seenOf(await imported.call("read_graph"))).toEqual(seenOf(last));
  }
});

it("has the resource of the reference", async () => {
  const entity = { name: "Ann", entityType: "person", observations: ["likes tea"] };
  const memory = createMemory({ store: inMemoryStore() });
  const { client: own, call } = await connect({ memory, tools: ["graph"] });
  const updated: string[] = [];
  own.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  await own.subscribeResource({ uri: URI });
  await empty();
  for (const create of [ask, call]) await create("create_entities", { entities: [entity] });
  const expected = await client.readResource({ uri: URI });
  expect(await own.readResource({ uri: URI })).toMatchObject({ contents: expected.contents });
  expect(updated).toContain(URI);
});

it("has the tools of the reference, with its arguments and annotations", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const { client: own } = await connect({ memory, tools: ["graph"] });
  const [expected, got] = [await client.listTools(), await own.listTools()];
  const described = ({ tools }: typeof got): unknown =>
    tools.map(({ name, title, annotations, inputSchema: { properties, required } }) => {
      return { name, title, annotations, arguments: Object.keys(properties ?? {}), required };
    });
  expect(described(got)).toEqual(
    (described(expected) as { readonly required?: unknown }[]).map((tool) => {
      return { ...tool, required: tool.required ?? [] };
    }),
  );
});
