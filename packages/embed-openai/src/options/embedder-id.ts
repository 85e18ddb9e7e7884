import { createHash } from "node:crypto";

import type { Settings } from "./settings.js";

const HASH_LENGTH = 8;

/** Fields that control how a request is handled and do not change vectors. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "dimensions",
  "embedding_type",
  "encoding_format",
  "keep_alive",
  "output_dimension",
  "priority",
  "truncate",
  "truncation",
  "user",
]);

/**
 * Returns the id of a vector space: model, `#` and width, and, if prefixes or fields change
 * vectors, `+` and a hash of them. The server is not in it: the same model gives the same vectors.
 */
export function embedderId(
  settings: Pick<Settings, "model" | "dimensions" | "prefix" | "fields">,
): string {
  const { model, dimensions, prefix, fields } = settings;
  const bodies = [relevant(fields.query), relevant(fields.document)];
  const changes = [prefix.query, prefix.document, ...bodies];
  const isPlain = changes.every((change) => change === "" || change === "{}");
  const width = dimensions === undefined ? "" : `#${dimensions}`;
  if (isPlain) return `${model}${width}`;
  const hash = createHash("sha256").update(JSON.stringify(changes)).digest("hex");
  return `${model}${width}+${hash.slice(0, HASH_LENGTH)}`;
}

function relevant(fields: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(fields).filter(([name]) => !WITHOUT_EFFECT.has(name));
  return canonical(Object.fromEntries(entries));
}

/** Writes JSON with the members of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // No two names of one object are equal.
    const entries = Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
