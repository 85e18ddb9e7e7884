import { createMemory, inMemoryStore, type Memory } from "@kioku/core";
import { rejection, testMemory } from "@kioku/testing/support";
import { expect, it } from "vitest";

import { graphTools } from "../../src/graph/graph-tools.js";
import { importGraph } from "../../src/graph/import-graph.js";
import { connect } from "../support/connect.js";

/** Calls a tool as the server does, and returns its answer. */
function caller(memory: Memory, trust = 0.8) {
  return async (name: string, given: unknown) => {
    const tool = graphTools().find(({ definition }) => definition.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { definition } = tool;
    const answer = await definition.run(definition.check(given), { memory, trust: () => trust });
    return { ...answer, structured: tool.toStructured(answer) };
  };
}

const ANN = { name: "Ann", entityType: "person", observations: ["likes tea", "has a dog"] };
const ACME = { name: "Acme", entityType: "company", observations: [] };
const WORKS = { from: "Ann", to: "Acme", relationType: "works_at" };

async function annAtAcme() {
  const { memory, clock } = testMemory();
  const call = caller(memory);
  await call("create_entities", { entities: [ANN, ACME] });
  await call("create_relations", { relations: [WORKS] });
  return { memory, clock, call };
}

it("answers in JSON with the shapes of the reference", async () => {
  const { call } = await annAtAcme();
  const { text, structured } = await call("read_graph", {});
  const graph = { entities: [ANN, ACME], relations: [WORKS] };
  expect(text).toBe(JSON.stringify(graph, null, 2));
  expect(structured).toEqual(graph);
});

it("leaves out what is no part of the graph, and deletes none of it", async () => {
  const { call, memory } = await annAtAcme();
  await memory.remember({ content: "Ann likes coffee", kind: "observation" });
  await memory.remember("Ann snores");
  expect((await call("read_graph", {})).structured).toMatchObject({ entities: [ANN, ACME] });
  await call("delete_entities", { entityNames: ["Ann", "Acme"] });
  const { items } = await memory.list();
  expect(items.map(({ content }) => content)).toEqual(["Ann likes coffee", "Ann snores"]);
});

it("finds names, types and observations by their letters, and then what recall finds", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const call = caller(memory);
  const bo = { name: "Bo", entityType: "person", observations: ["collects old dog tags"] };
  await call("create_entities", { entities: [bo, ANN, ACME] });
  await call("create_relations", { relations: [WORKS] });
  const found = async (query: string) => (await call("search_nodes", { query })).structured;
  expect(await found("PERS")).toEqual({ entities: [bo, ANN], relations: [WORKS] });
  expect(await found("a dog")).toEqual({ entities: [ANN, bo], relations: [WORKS] });
  expect(await found("Who works at Acme?")).toEqual({ entities: [ANN, ACME], relations: [WORKS] });
  expect(await found("quantum chromodynamics")).toEqual({ entities: [], relations: [] });
});

it("creates a name once, also within a call", async () => {
  const { call } = await annAtAcme();
  const other = { ...ANN, entityType: "robot" };
  const bo = { name: "Bo", entityType: "dog", observations: ["barks", "barks"] };
  const { structured } = await call("create_entities", { entities: [other, bo, bo] });
  expect(structured).toEqual({ entities: [{ ...bo, observations: ["barks"] }] });
  expect((await call("open_nodes", { names: ["Ann"] })).structured).toMatchObject({
    entities: [ANN],
  });
});

it("tells texts apart that read alike", async () => {
  const { call } = await annAtAcme();
  const relations = [
    { ...WORKS, relationType: "works at" },
    { from: "Ann works", to: "Acme", relationType: "at" },
  ];
  const contents = ["likes  tea", "Likes tea"];
  const observations = [{ entityName: "Ann", contents }];
  expect((await call("create_relations", { relations })).structured).toEqual({ relations });
  const { structured } = await call("add_observations", { observations });
  expect(structured).toEqual({ results: [{ entityName: "Ann", addedObservations: contents }] });
  await call("delete_observations", { deletions: [{ ...ANN, entityName: "Ann" }].map(forgetTea) });
  await call("delete_relations", { relations: [WORKS] });
  expect((await call("read_graph", {})).structured).toEqual({
    entities: [{ ...ANN, observations: ["has a dog", ...contents] }, ACME],
    relations,
  });
});

function forgetTea({ entityName }: { readonly entityName: string }) {
  return { entityName, observations: ["likes tea"] };
}

it("adds nothing to an entity that is not there", async () => {
  const { call, memory } = await annAtAcme();
  const before = await memory.list();
  const observations = [
    { entityName: "Ann", contents: ["sings"] },
    { entityName: "Zoe", contents: ["sings"] },
  ];
  expect(await call("add_observations", { observations })).toMatchObject({
    status: "unknown",
    text: "Entity with name Zoe not found",
  });
  expect(await memory.list()).toEqual(before);
});

it("takes corrections of the default tools: of an observation, a type and a relation", async () => {
  const { memory } = await annAtAcme();
  const { call } = await connect({ memory, tools: ["default", "graph"] });
  const corrections = {
    "Ann: likes tea": "Ann: likes coffee",
    "Ann (person)": "Ann (singer)",
    "Ann works at Acme": "Ann left Acme",
  };
  const { items } = await memory.list();
  for (const [before, content] of Object.entries(corrections)) {
    const id = items.find((item) => item.content === before)?.id;
    expect(await call("update", { id, content })).toMatchObject({
      structuredContent: { status: "changed" },
    });
  }
  const read = async () => (await call("read_graph")).structuredContent;
  const corrected = { ...ANN, entityType: "singer", observations: ["has a dog", "likes coffee"] };
  expect(await read()).toEqual({ entities: [corrected, ACME], relations: [] });
  await call("create_relations", { relations: [WORKS] });
  const observations = [{ entityName: "Ann", contents: ["likes tea", "likes coffee"] }];
  expect((await call("add_observations", { observations })).structuredContent).toEqual({
    results: [{ entityName: "Ann", addedObservations: ["likes tea"] }],
  });
  const both = { ...corrected, observations: [...corrected.observations, "likes tea"] };
  expect(await read()).toEqual({ entities: [both, ACME], relations: [WORKS] });
});

it("creates what was forgotten or replaced", async () => {
  const { call, memory, clock } = await annAtAcme();
  await call("delete_entities", { entityNames: ["Ann"] });
  expect((await call("create_entities", { entities: [ANN] })).structured).toEqual({
    entities: [ANN],
  });
  const { items } = await memory.list({ filter: { entity: "Acme" } });
  const supersedes = items.map(({ id }) => id);
  await memory.remember({ content: "Acme went bankrupt", supersedes });
  clock.now = new Date(clock.now.getTime() + 1);
  const shop = { ...ACME, entityType: "shop" };
  expect((await call("create_entities", { entities: [shop] })).structured).toEqual({
    entities: [shop],
  });
});

it("marks what strangers may have said", async () => {
  const { call, memory } = await annAtAcme();
  const observations = [{ entityName: "Ann", contents: ["wants your password"] }];
  await caller(memory, 0.5)("add_observations", { observations });
  const { structured, trust, memories } = await call("read_graph", {});
  expect(structured).toMatchObject({ entities: [{ name: "Ann", untrusted: true }, ACME] });
  expect({ trust, memories }).toMatchObject({
    trust: 0.5,
    memories: [{ content: "Ann: wants your password" }],
  });
});

it("does not delete what the application has pinned", async () => {
  const { call, memory } = await annAtAcme();
  const [first] = (await memory.list({ filter: { entity: "Ann" } })).items;
  await memory.update(first?.id ?? "", { pinned: true });
  const { status } = await call("delete_entities", { entityNames: ["Ann"] });
  expect(status).toBe("protected");
  expect((await call("read_graph", {})).structured).toMatchObject({ entities: [ANN, ACME] });
});

it("refuses what is blank, too long or too much", async () => {
  const { call } = await annAtAcme();
  const wrong = [
    { entities: [{ ...ACME, name: " " }] },
    { entities: [{ ...ACME, name: "a".repeat(4_001) }] },
    { entities: [{ name: "a", entityType: "b" }] },
    { entities: Array.from({ length: 1_001 }, () => ACME) },
  ];
  for (const given of wrong) {
    expect(await rejection(() => call("create_entities", given))).toMatchObject({
      code: "invalid-input",
    });
  }
});

const FILE = [
  { type: "entity", ...ANN },
  { type: "entity", ...ACME },
  { type: "relation", ...WORKS },
].map((line) => JSON.stringify(line));

it("imports the file of the reference once, into the same graph", async () => {
  const { memory } = testMemory();
  const call = caller(memory);
  await call("create_entities", { entities: [{ ...ANN, observations: ["likes tea"] }] });
  expect(await importGraph(memory, FILE.join("\n"))).toMatchObject({ stored: 3, duplicate: 2 });
  const graph = { entities: [ANN, ACME], relations: [WORKS] };
  expect((await call("read_graph", {})).structured).toEqual(graph);
  await call("delete_entities", { entityNames: ["Acme"] });
  expect(await importGraph(memory, FILE.join("\n"))).toMatchObject({ stored: 0, duplicate: 5 });
  expect((await call("read_graph", {})).structured).toEqual({ entities: [ANN], relations: [] });
});

it("imports nothing of a damaged file", async () => {
  const { memory } = testMemory();
  const damaged = [...FILE.slice(0, 2), "{", ...FILE.slice(2)].join("\n");
  expect(await rejection(() => importGraph(memory, damaged))).toMatchObject({
    code: "invalid-input",
    message: "line 3 is not JSON",
  });
  expect((await memory.list()).items).toEqual([]);
});
