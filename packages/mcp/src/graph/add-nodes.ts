import type { Memory, RememberInput, WriteOptions } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import { mcpMemories } from "@kioku/formats";

import {
  type Entity,
  entityId,
  type Graph,
  nodeId,
  observationId,
  type Relation,
  relationId,
  toNode,
} from "./graph-nodes.js";
import { type GraphPart, readGraph } from "./read-graph.js";

/** Attempts at adding what others add at the same time. */
const ATTEMPTS = 3;
const OF_ENTITIES = ["entity", "observation"] as const;

/** Writes of a call. */
export interface GraphWriting extends WriteOptions {
  /** The memory to write to. */
  readonly memory: Memory;
  /** Trust of what is written. */
  readonly trust: number;
}

/** Observations of an entity. */
export interface Observations {
  /** Name of the entity. */
  readonly entityName: string;
  /** Their texts. */
  readonly contents: readonly string[];
}

/** Observations that were added to an entity. */
export interface AddedObservations {
  /** Name of the entity. */
  readonly entityName: string;
  /** Their texts. */
  readonly addedObservations: readonly string[];
}

/** Creates the entities that are not there, and returns these. */
export async function createEntities(
  given: readonly Entity[],
  writing: GraphWriting,
): Promise<readonly Entity[]> {
  const entities = uniqueBy(given, ({ name }) => name).map((entity) => {
    return { ...entity, observations: [...new Set(entity.observations)] };
  });
  const names = new Set(entities.map(({ name }) => name));
  const added = await addNodes({ names, kinds: OF_ENTITIES }, writing, (there, own) => {
    const known = new Set(there.entities.map(({ name }) => name));
    const isOwn = ({ name }: Entity): boolean => !known.has(name) || own.has(entityId(name));
    return { entities: entities.filter(isOwn), relations: [] };
  });
  return entities.filter(({ name }) => added.has(entityId(name)));
}

/** Creates the relations that are not there, and returns these. */
export async function createRelations(
  given: readonly Relation[],
  writing: GraphWriting,
): Promise<readonly Relation[]> {
  const relations = uniqueBy(given, relationId);
  const names = new Set(relations.map(({ from }) => from));
  const wanted = { entities: [], relations };
  const added = await addNodes({ names, kinds: ["relation"] }, writing, () => wanted);
  return relations.filter((one) => added.has(relationId(one)));
}

/**
 * Adds the observations that are not there, and returns these.
 * @throws `not-found` naming an entity that is not there; then nothing is added.
 */
export async function addObservations(
  given: readonly Observations[],
  writing: GraphWriting,
): Promise<readonly AddedObservations[]> {
  const names = new Set(given.map(({ entityName }) => entityName));
  const added = await addNodes({ names, kinds: OF_ENTITIES }, writing, (there) => {
    const types = new Map(there.entities.map(({ name, entityType }) => [name, entityType]));
    const entities = given.map(({ entityName: name, contents }) => {
      const entityType = types.get(name);
      if (entityType !== undefined) return { name, entityType, observations: contents };
      throw new MemoryError("not-found", `Entity with name ${name} not found`);
    });
    return { entities, relations: [] };
  });
  return given.map(({ entityName, contents }) => {
    // A text that is given twice was added once.
    const isAdded = (text: string): boolean => added.delete(observationId(entityName, text));
    return { entityName, addedObservations: contents.filter(isAdded) };
  });
}

/**
 * Adds what a part of the graph lacks of what is wanted, and returns the ids that it added. Of
 * several processes that add a node, one does: the records have keys by their ids.
 */
async function addNodes(
  part: GraphPart,
  { memory, trust, ...options }: GraphWriting,
  wanted: (there: Graph, added: ReadonlySet<string>) => Graph,
): Promise<Set<string>> {
  const { signal } = options;
  const added = new Set<string>();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const there = await readGraph(memory, { ...part, signal });
    const known = idsOf(there);
    const inputs = (await toInputs(wanted(there, added), trust)).filter(([id]) => !known.has(id));
    if (inputs.length === 0) break;
    const isLast = attempt === ATTEMPTS;
    // A record that another tool has changed keeps the key of what it said first. Types count, too:
    // that of the first record is shown.
    const keyed = inputs.map(([id, input]) =>
      isLast ? input : { ...input, idempotencyKey: `graph:${hashText(id, input.content)}` },
    );
    try {
      const receipts = await memory.rememberAll(keyed, { ...options, rejections: "throw" });
      for (const [index, { status }] of receipts.entries()) {
        if (status !== "duplicate") added.add(inputs[index]?.[0] ?? "");
      }
      if (receipts.every(({ status }) => status !== "duplicate")) break;
    } catch (error) {
      // The history of such a record may be gone.
      if (isLast || !MemoryError.is(error, "conflict")) throw error;
    }
  }
  return added;
}

function idsOf({ entities, relations }: Graph): ReadonlySet<string> {
  const ofEntities = entities.flatMap(({ name, observations }) => [
    entityId(name),
    ...observations.map((text) => observationId(name, text)),
  ]);
  return new Set([...ofEntities, ...relations.map(relationId)]);
}

/** Returns the inputs of a graph with the ids of their nodes. */
async function toInputs(
  graph: Graph,
  trust: number,
): Promise<readonly (readonly [id: string, input: RememberInput])[]> {
  const inputs: [string, RememberInput][] = [];
  for await (const { input } of mcpMemories(graph)) {
    const { idempotencyKey: _, ...said } = input;
    inputs.push([nodeId(toNode(said)), { ...said, origin: "assistant", trust }]);
  }
  return inputs;
}

/** Returns the first item of each id. */
function uniqueBy<T>(items: readonly T[], idOf: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
}
