import type { Memory } from "@kioku/core";

import type { ItemPlace } from "./operation.js";

const MAX_SHOWN = 64;

/** What a place is called in errors: key and namespace as JSON, shortened. */
export function placeName({ view, key }: ItemPlace, { scopePath }: Memory): string {
  return `key ${shown(key)} of ${shownAll(view.scopePath.slice(scopePath.length))}`;
}

/**
 * What an operation is called in errors: the place that it names, as far as it names one, and where
 * it is in its batch. LangGraph makes batches of the calls of a moment, so the place in it alone
 * would say nothing to those who called.
 */
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
