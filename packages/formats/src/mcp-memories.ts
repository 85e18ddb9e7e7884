import { checkOneOf, invalidInput, isIterable } from "@kioku/core/toolkit";

import { contentOf, fieldsOf, objectsOf, onceKey, type Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";
import { jsonLines, type TextSource } from "./json-lines.js";

/** A graph of the MCP memory server, as its tool `read_graph` answers. */
export interface McpGraph {
  /** Objects with `name`, `entityType` and `observations`. */
  readonly entities: readonly unknown[];
  /** Objects with `from`, `relationType` and `to`. */
  readonly relations: readonly unknown[];
}

/**
 * Reads the MCP memory server's file (`memory.jsonl`) as text, or its graph as an object. An entity
 * becomes a memory with its type, an observation one that names its entity, a relation a sentence.
 * @throws `invalid-input` naming the line or the item that is wrong.
 */
export async function* mcpMemories(source: TextSource | McpGraph): AsyncGenerator<ForeignMemory> {
  if (typeof source !== "string" && !isIterable(source)) {
    yield* toGraph(source, "MCP graph");
    return;
  }
  for await (const { number, value } of jsonLines(source)) {
    const name = `line ${number}`;
    const fields = fieldsOf(value, name);
    if (Array.isArray(fields["entities"])) {
      yield* toGraph(fields, name);
      continue;
    }
    const type = checkOneOf(fields["type"], `${name}: type`, ["entity", "relation"]);
    if (type === "relation") yield toRelation(fields, name);
    else yield* toObservations(fields, name);
  }
}

function* toGraph(graph: unknown, name: string): Generator<ForeignMemory> {
  const { entities, relations } = fieldsOf(graph, name);
  for (const one of objectsOf(entities, `${name}: entities`)) {
    yield* toObservations(one.fields, one.name);
  }
  for (const one of objectsOf(relations, `${name}: relations`)) {
    yield toRelation(one.fields, one.name);
  }
}

function* toObservations(fields: Fields, name: string): Generator<ForeignMemory> {
  const entity = contentOf(fields["name"], `${name}: name`);
  const entityType = contentOf(fields["entityType"], `${name}: entityType`);
  const observations = fields["observations"] ?? [];
  if (!Array.isArray(observations)) {
    throw invalidInput(`${name}: observations`, "a list of texts", observations);
  }
  const metadata = { entity, entityType };
  yield imported({
    content: `${entity} (${entityType})`,
    kind: "entity",
    metadata,
    idempotencyKey: onceKey("mcp-entity", entity, entityType),
  });
  for (const [index, item] of observations.entries()) {
    const observation = contentOf(item, `${name}: observations[${index}]`);
    yield imported({
      content: `${entity}: ${observation}`,
      kind: "observation",
      metadata,
      idempotencyKey: onceKey("mcp-observation", entity, observation),
    });
  }
}

function toRelation(fields: Fields, name: string): ForeignMemory {
  const from = contentOf(fields["from"], `${name}: from`);
  const relationType = contentOf(fields["relationType"], `${name}: relationType`);
  const to = contentOf(fields["to"], `${name}: to`);
  return imported({
    content: `${from} ${relationType.replaceAll("_", " ")} ${to}`,
    kind: "relation",
    metadata: { from, relationType, to },
    idempotencyKey: onceKey("mcp-relation", from, relationType, to),
  });
}

function imported(input: ForeignMemory["input"]): ForeignMemory {
  return { scope: [], input: { ...input, origin: "import", dedupe: "off" } };
}
