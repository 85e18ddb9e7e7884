import type { CallOptions, Filter, ListQuery, Memory, MemoryRecord } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import {
  type Entity,
  type Graph,
  GRAPH_KINDS,
  type GraphNode,
  type Relation,
  relationId,
  toNode,
} from "./graph-nodes.js";

/** Most records of a page, and items of a list in a filter. */
export const PAGE = 1_000;
/** Results of one recall. */
const RECALLED = 10;

/** A part of a graph with its record. */
interface Told {
  readonly node: GraphNode;
  readonly record: MemoryRecord;
}

/** Selection of a part of a graph. */
export interface GraphPart extends CallOptions {
  /** Only these entities, and relations with one of them. @defaultValue all */
  readonly names?: ReadonlySet<string> | undefined;
  /** @defaultValue all */
  readonly kinds?: readonly GraphNode["kind"][] | undefined;
  /** Also what is no longer true. @defaultValue `false` */
  readonly withEnded?: boolean | undefined;
}

/** A graph and the untrusted records in it. */
export interface ReadGraph extends Graph {
  /** Records that strangers may have said. */
  readonly doubted: readonly MemoryRecord[];
}

/** Yields the parts of a graph, oldest first, page by page. Archived ones belong to it. */
export async function* graphParts(
  memory: Pick<Memory, "list">,
  { names, kinds = GRAPH_KINDS, withEnded: includeRetired = false, signal }: GraphPart = {},
): AsyncGenerator<Told> {
  // Of more names the records are selected here.
  const filter = names && names.size <= PAGE ? ofNames([...names], kinds) : undefined;
  const query: ListQuery = { kinds, filter, includeArchived: true, includeRetired, limit: PAGE };
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, cursor }, { signal });
    for (const record of page.items) {
      const node = toNode(record);
      if (node && (!names || isOf(node, names))) yield { node, record };
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/**
 * Reads a graph. Of several records that say the same the first one counts. Relations of names that
 * are no entities are left out, unless there are no names or only relations are read.
 */
export async function readGraph(
  memory: Pick<Memory, "list">,
  part: GraphPart = {},
): Promise<ReadGraph> {
  const entities = new Map<string, EntitySoFar>();
  const relations = new Map<string, Relation>();
  const doubted: MemoryRecord[] = [];
  for await (const { node, record } of graphParts(memory, part)) {
    const untrusted = !isTrusted(record);
    if (untrusted) doubted.push(record);
    if (node.kind === "relation") {
      const { from, to, relationType } = node;
      const mark = untrusted ? ({ untrusted } as const) : {};
      const id = relationId(node);
      if (!relations.has(id)) relations.set(id, { from, to, relationType, ...mark });
    } else addToEntity(entities, node, untrusted);
  }
  const readsAll = !part.names || part.kinds?.includes("entity") === false;
  const isShown = ({ from, to }: Relation): boolean => entities.has(from) || entities.has(to);
  return {
    entities: [...entities].map(([name, { entityType, observations, untrusted }]): Entity => {
      const mark = untrusted ? ({ untrusted } as const) : {};
      return { name, entityType, observations: [...observations], ...mark };
    }),
    relations: [...relations.values()].filter((one) => readsAll || isShown(one)),
    doubted,
  };
}

/**
 * Finds the entities that have the query in their name, type or observations, and those that
 * `recall` finds, with their relations.
 */
export async function searchGraph(
  memory: Pick<Memory, "list" | "recall">,
  query: string,
  { signal }: CallOptions = {},
): Promise<ReadGraph> {
  const wanted = query.toLowerCase();
  const found = new Set<string>();
  for await (const { node } of graphParts(memory, { kinds: ["entity", "observation"], signal })) {
    if (node.kind === "relation" || found.has(node.name)) continue;
    const texts = [node.name, node.entityType, node.kind === "entity" ? "" : node.text];
    if (texts.some((text) => text.toLowerCase().includes(wanted))) found.add(node.name);
  }
  const names = new Set(found);
  for (const node of await recallNodes(memory, query, { signal })) {
    // A relation is shown with any of its entities.
    if (node.kind !== "relation") names.add(node.name);
    else if (!isOf(node, names)) names.add(node.from).add(node.to);
  }
  const graph = await readGraph(memory, { names, signal });
  const ranks = new Map([...names].map((name, rank) => [name, rank]));
  const rank = ({ name }: Entity): number => (found.has(name) ? -1 : (ranks.get(name) ?? 0));
  return { ...graph, entities: graph.entities.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Returns what recall finds, best first. */
async function recallNodes(
  memory: Pick<Memory, "recall">,
  query: string,
  { signal }: CallOptions,
): Promise<readonly GraphNode[]> {
  if (query.trim() === "") return [];
  const recalled = await memory.recall({ query, kinds: GRAPH_KINDS, limit: RECALLED }, { signal });
  return recalled.flatMap((record) => toNode(record) ?? []);
}

interface EntitySoFar {
  entityType: string;
  /** True once its own record has told the type. */
  isTold: boolean;
  untrusted: boolean;
  readonly observations: Set<string>;
}

function addToEntity(
  entities: Map<string, EntitySoFar>,
  node: Exclude<GraphNode, { readonly kind: "relation" }>,
  untrusted: boolean,
): void {
  const { name, entityType } = node;
  const fresh = { entityType, isTold: false, untrusted: false, observations: new Set<string>() };
  const entity: EntitySoFar = entities.get(name) ?? fresh;
  entities.set(name, entity);
  if (node.kind === "observation") entity.observations.add(node.text);
  else if (!entity.isTold) Object.assign(entity, { entityType, isTold: true });
  entity.untrusted ||= untrusted;
}

/** Returns true for a part of an entity of these names, or a relation with one. */
function isOf(node: GraphNode, names: ReadonlySet<string>): boolean {
  if (node.kind !== "relation") return names.has(node.name);
  return names.has(node.from) || names.has(node.to);
}

/** Selects the records of entities, and of relations with one of them. */
function ofNames($in: readonly string[], kinds: readonly string[]): Filter {
  const fields = kinds.includes("relation") ? ["from", "to"] : [];
  if (kinds.some((kind) => kind !== "relation")) fields.push("entity");
  return { $or: fields.map((field) => ({ [field]: { $in } })) };
}
