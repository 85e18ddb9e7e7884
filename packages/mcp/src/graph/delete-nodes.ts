import { MemoryError, type MemoryRecord } from "@kioku/core";

import type { GraphWriting, Observations } from "./add-nodes.js";
import { type GraphNode, nodeId, observationId, type Relation, relationId } from "./graph-nodes.js";
import { type GraphPart, graphParts, PAGE } from "./read-graph.js";

/** Deletes entities with their observations and relations. */
export async function deleteEntities(
  given: readonly string[],
  writing: GraphWriting,
): Promise<void> {
  await forgetParts({ names: new Set(given) }, writing, () => true);
}

/** Deletes observations of entities. */
export async function deleteObservations(
  given: readonly Observations[],
  writing: GraphWriting,
): Promise<void> {
  const names = new Set(given.map(({ entityName }) => entityName));
  const ids = given.flatMap(({ entityName: name, contents }) =>
    contents.map((text) => observationId(name, text)),
  );
  const gone = new Set(ids);
  await forgetParts({ names, kinds: ["observation"] }, writing, (node) => gone.has(nodeId(node)));
}

/** Deletes relations. */
export async function deleteRelations(
  given: readonly Relation[],
  writing: GraphWriting,
): Promise<void> {
  const names = new Set(given.map(({ from }) => from));
  const gone = new Set(given.map(relationId));
  await forgetParts({ names, kinds: ["relation"] }, writing, (node) => gone.has(nodeId(node)));
}

/**
 * Forgets what a part of the graph has that is to go, also what is no longer true.
 * @throws `not-permitted` if the application has pinned any of it; then nothing is forgotten.
 */
async function forgetParts(
  part: GraphPart,
  writing: GraphWriting,
  isGone: (node: GraphNode) => boolean,
): Promise<void> {
  const found: MemoryRecord[] = [];
  const { memory, trust: _trust, ...options } = writing;
  const { signal } = options;
  for await (const { node, record } of graphParts(memory, { ...part, withEnded: true, signal })) {
    if (isGone(node)) found.push(record);
  }
  if (found.some(({ pinned }) => pinned)) {
    throw new MemoryError("not-permitted", "the application has pinned it");
  }
  if (found.length === 0) return;
  const lists = Array.from({ length: Math.ceil(found.length / PAGE) }, (_, index) =>
    found.slice(index * PAGE, (index + 1) * PAGE).map(({ id }) => id),
  );
  const filter = { $or: lists.map((list) => ({ "@id": { $in: list } })) };
  await memory.forget({ filter }, options);
}
