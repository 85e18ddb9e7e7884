import type { JsonObject, MemoryRecord } from "@kioku/core";

/** Kinds of the records that a graph is made of. */
export const GRAPH_KINDS = ["entity", "observation", "relation"] as const;

/** An entity of a graph. */
export interface Entity {
  /** Its name, which no other entity has. */
  readonly name: string;
  /** Sort of thing. */
  readonly entityType: string;
  /** Texts about it, in the order in which they were said. */
  readonly observations: readonly string[];
  /** True if strangers may have said any of it; else absent. */
  readonly untrusted?: true;
}

/** A relation of a graph. Its entities need not be there. */
export interface Relation {
  /** Name of an entity. */
  readonly from: string;
  /** Name of an entity. */
  readonly to: string;
  /** Verb between them. */
  readonly relationType: string;
  /** True if strangers may have said it; else absent. */
  readonly untrusted?: true;
}

/** Entities and relations, oldest first. */
export interface Graph {
  /** Entities. */
  readonly entities: readonly Entity[];
  /** Relations. */
  readonly relations: readonly Relation[];
}

/** Statement of one record. */
export type GraphNode =
  | { readonly kind: "entity"; readonly name: string; readonly entityType: string }
  | {
      readonly kind: "observation";
      readonly name: string;
      readonly entityType: string;
      readonly text: string;
    }
  | ({ readonly kind: "relation" } & Pick<Relation, "from" | "to" | "relationType">);

/** A record, or an input of one. */
interface Said extends Pick<MemoryRecord, "content"> {
  readonly kind?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

/**
 * Returns what a record says, as `mcpMemories` writes it; `undefined` if it is of no graph. Other
 * tools may have changed its text: that is what counts, and a relation is none any more.
 */
export function toNode({ kind, content, metadata = {} }: Said): GraphNode | undefined {
  if (kind === "relation") {
    const { from, to, relationType } = metadata;
    if (!isText(from) || !isText(to) || !isText(relationType)) return undefined;
    const isChanged = content !== `${from} ${relationType.replaceAll("_", " ")} ${to}`;
    return isChanged ? undefined : { kind, from, to, relationType };
  }
  const { entity: name, entityType } = metadata;
  if (!isText(name) || !isText(entityType)) return undefined;
  if (kind === "entity") return { kind, name, entityType: typeIn(content, name) ?? entityType };
  if (kind !== "observation") return undefined;
  const prefix = `${name}: `;
  const text = content.startsWith(prefix) ? content.slice(prefix.length) : content;
  return { kind, name, entityType, text };
}

/** Returns the id of a node, of which a graph has one; `""` of none. */
export function nodeId(node: GraphNode | undefined): string {
  if (!node) return "";
  if (node.kind === "relation") return relationId(node);
  return node.kind === "entity" ? entityId(node.name) : observationId(node.name, node.text);
}

/** Returns the id of an entity. */
export function entityId(name: string): string {
  return JSON.stringify(["entity", name]);
}

/** Returns the id of an observation. */
export function observationId(name: string, text: string): string {
  return JSON.stringify(["observation", name, text]);
}

/** Returns the id of a relation. */
export function relationId({ from, relationType, to }: Relation): string {
  return JSON.stringify(["relation", from, relationType, to]);
}

function typeIn(content: string, name: string): string | undefined {
  const start = `${name} (`;
  return content.startsWith(start) && content.endsWith(")")
    ? content.slice(start.length, -1)
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
