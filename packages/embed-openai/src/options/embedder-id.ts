import { createHash } from "node:crypto";

import type { ByPurpose } from "./settings.js";

/** What vectors depend on. */
export interface IdParts {
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly prefix: ByPurpose<string>;
  readonly fields: ByPurpose<Readonly<Record<string, unknown>>>;
}

const HASH_LENGTH = 8;

/** Fields that say how a request is handled, and not what a vector is. */
const WITHOUT_EFFECT = new Set([
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
 * The id of a vector space: the model, `#` and the width, and, if there are prefixes or fields that
 * change vectors, `+` and a hash of them. The server is not in it: two servers with the same model
 * give the same vectors.
 */
export function embedderId({ model, dimensions, prefix, fields }: IdParts): string {
  const changes = [
    prefix.query,
    prefix.document,
    relevant(fields.query),
    relevant(fields.document),
  ];
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

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // No two names of one object are equal.
    const entries = Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
