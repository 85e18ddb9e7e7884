import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, type MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";

import { nodeId, toNode } from "../../src/graph/graph-nodes.js";
import { bySize } from "../support/by-size.js";
import { connect, type Connected } from "../support/connect.js";

const ROUNDS = bySize(100, 4);

const folder = mkdtempSync(join(tmpdir(), "kioku-graph-"));
const memories: MemoryRoot[] = [];
const servers: Connected[] = [];

beforeAll(async () => {
  for (let index = 0; index < 2; index += 1) {
    const memory = createMemory({ store: sqliteStore({ path: join(folder, "graph.db") }) });
    memories.push(memory);
    servers.push(await connect({ memory, tools: ["graph"] }));
  }
});

afterAll(async () => {
  for (const memory of memories) await memory.close();
  rmSync(folder, { recursive: true });
});

/** Makes the same call of both servers at once, and returns their structured answers. */
async function both(name: string, givenTo: (server: number) => Record<string, unknown>) {
  const results = await Promise.all(servers.map(({ call }, index) => call(name, givenTo(index))));
  return results.map(({ structuredContent, isError }) => {
    expect(isError).toBeUndefined();
    return structuredContent as Readonly<Record<string, readonly object[]>>;
  });
}

async function graph() {
  const read = await servers[0]?.call("read_graph");
  return read?.structuredContent as {
    readonly entities: readonly { readonly name: string; readonly observations: string[] }[];
    readonly relations: readonly unknown[];
  };
}

it(`two servers on one file add ${ROUNDS} times the same and other things, each once`, async () => {
  const answers: Record<string, readonly object[]>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shared = `shared ${round}`;
    const created = await both("create_entities", (server) => ({
      entities: [`own ${server}.${round}`, shared].map((name) => {
        return { name, entityType: "thing", observations: ["first"] };
      }),
    }));
    const related = await both("create_relations", (server) => ({
      relations: [`own ${server}.${round}`, "both"].map((to) => {
        return { from: shared, to, relationType: "meets" };
      }),
    }));
    const added = await both("add_observations", (server) => ({
      observations: [{ entityName: shared, contents: [`own ${server}`, "both"] }],
    }));
    answers.push(...created, ...related, ...added);
  }
  const { entities, relations } = await graph();
  expect(entities).toHaveLength(3 * ROUNDS);
  expect(relations).toHaveLength(3 * ROUNDS);
  for (const { name, observations } of entities) {
    const expected = name.startsWith("own") ? ["first"] : ["both", "first", "own 0", "own 1"];
    expect(observations.toSorted()).toEqual(expected);
  }
  // Each is there once, and one server has said that it added it.
  const told = answers.flatMap(({ entities: own = [], relations: two = [] }) => [...own, ...two]);
  expect(told).toHaveLength(6 * ROUNDS);
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await memories[1]?.list({ limit: 1_000, cursor });
    ids.push(...(page?.items ?? []).map((record) => nodeId(toNode(record))));
    cursor = page?.cursor;
  } while (cursor !== undefined);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
});

it("an entity that two servers create with two types has one of them", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await both("create_entities", (server) => ({
      entities: [{ name: "Kim", entityType: `${server}`, observations: [`${server}`] }],
    }));
    const found = (await graph()).entities.filter(({ name }) => name === "Kim");
    expect(found).toHaveLength(1);
    await both("delete_entities", () => ({ entityNames: ["Kim"] }));
  }
});

it("what one server adds while another one deletes is there or not, never in part", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const entity = { name: "Zoe", entityType: "person", observations: ["first"] };
    await servers[0]?.call("create_entities", { entities: [entity] });
    await Promise.all([
      servers[0]?.call("delete_entities", { entityNames: ["Zoe"] }),
      servers[1]?.call("add_observations", {
        observations: [{ entityName: "Zoe", contents: ["x", "y"] }],
      }),
    ]);
    const zoe = (await graph()).entities.find(({ name }) => name === "Zoe");
    expect([undefined, ["x", "y"]]).toContainEqual(zoe?.observations);
    await servers[0]?.call("delete_entities", { entityNames: ["Zoe"] });
  }
});
