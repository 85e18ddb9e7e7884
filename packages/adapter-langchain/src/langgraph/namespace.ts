import { MemoryError, type Memory, type MemoryRecord, type Scope } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";
import { InvalidNamespaceError } from "@langchain/langgraph-checkpoint";

import type { ItemLocation } from "./operation.js";

/** Checks a list of non-empty strings. */
function checkLabels(namespace: unknown, name: string): readonly string[] {
  if (!Array.isArray(namespace)) {
    throw new InvalidNamespaceError(`${name} must be a list of labels, got ${typeof namespace}`);
  }
  return Array.from(namespace, (label: unknown, index) => {
    if (typeof label === "string" && label !== "") return label;
    const got = label === "" ? "an empty one" : typeof label;
    const problem = "must be a string that is not empty";
    throw new InvalidNamespaceError(`${name}[${index}] ${problem}, got ${got}`);
  });
}

/** Checks a namespace and returns its view. Also refuses labels that no scope can have. */
export function checkView(namespace: unknown, name: string, memory: Memory): Memory {
  try {
    return viewOf(memory, checkLabels(namespace, name));
  } catch (error) {
    if (!MemoryError.is(error, "invalid-input")) throw error;
    throw new InvalidNamespaceError(`${name}: ${error.message}`);
  }
}

/** Checks a namespace to write to, which is not empty. */
export function checkWritable(namespace: unknown, name: string): readonly string[] {
  const labels = checkLabels(namespace, name);
  if (labels.length === 0) throw new InvalidNamespaceError(`${name} must not be empty`);
  return labels;
}

/** Returns the view of a namespace; of an empty one, the whole store. */
export function viewOf(memory: Memory, [first, ...more]: readonly string[]): Memory {
  return first === undefined ? memory : memory.scope(first, ...more);
}

const MAX_SHOWN = 64;

/** Names a location in errors: key and namespace as JSON, shortened. */
export function locationName({ view, key }: ItemLocation, { scopePath }: Memory): string {
  return `key ${shown(key)} of ${shownAll(view.scopePath.slice(scopePath.length))}`;
}

/** Names an operation in errors by key, namespace and index: LangGraph batches unrelated calls. */
export function operationName(operation: unknown, index: number): string {
  const { key, namespace, namespacePrefix }: Readonly<Record<string, unknown>> =
    typeof operation === "object" ? { ...operation } : {};
  const labels = namespace ?? namespacePrefix;
  const names = [
    ...(typeof key === "string" ? [`key ${shown(key)}`] : []),
    ...(isTexts(labels) ? [shownAll(labels)] : []),
  ];
  const own = `operations[${index}]`;
  return names.length === 0 ? own : `${names.join(" of ")}: ${own}`;
}

function isTexts(labels: unknown): labels is readonly string[] {
  return Array.isArray(labels) && labels.every((label) => typeof label === "string");
}

function shownAll(labels: readonly string[]): string {
  const more = labels.length > 8 ? ["…"] : [];
  return `[${[...labels.slice(0, 8).map(shown), ...more].join(",")}]`;
}

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Returns the record at a location, if any. */
export type ItemRecords = (location: ItemLocation) => MemoryRecord | undefined;

/** Reads the records at these locations, once per namespace. */
export async function readLocations(locations: readonly ItemLocation[]): Promise<ItemRecords> {
  const found = new Map<string, MemoryRecord | undefined>();
  const nameOf = (location: ItemLocation): string => `${namespaceKey(location)}${location.key}`;
  const groups = [...Map.groupBy(locations, namespaceKey).values()];
  await Promise.all(
    groups.map(async (group) => {
      const own = [...new Map(group.map((location) => [location.key, location])).values()];
      const [first] = own;
      const keys = own.map(({ key }) => key);
      const records = first ? await memoryVectors(first.view).readKeys(keys) : [];
      for (const [index, location] of own.entries()) found.set(nameOf(location), records[index]);
    }),
  );
  return (location) => found.get(nameOf(location));
}

/** Returns the view of a scope at or below that of a view. */
export function scopeBelow(view: Memory, scope: Scope): Memory {
  return viewOf(view, scope.slice(view.scopePath.length));
}

/** Returns a unique key of a namespace. */
export function namespaceKey({ view }: ItemLocation): string {
  return JSON.stringify(view.scopePath);
}
