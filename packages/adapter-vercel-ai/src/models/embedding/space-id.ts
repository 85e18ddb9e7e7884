import { hashText } from "@kioku/core/toolkit";

import type { ProvidersByPurpose } from "./embedding-options.js";

const HASH_LENGTH = 8;

/** What vectors depend on, beside the model. */
export interface SpaceParts {
  readonly dimensions: number | undefined;
  readonly providerOptions: ProvidersByPurpose;
}

/**
 * The id of a vector space: the model, `@` and the width that is asked for, and `+` and a hash of
 * the options for providers, since any of them may change vectors.
 */
export function spaceId(model: string, { dimensions, providerOptions }: SpaceParts): string {
  const width = dimensions === undefined ? "" : `@${dimensions}`;
  const { document = {}, query = {} } = providerOptions;
  const said = [document, query].map((options) => canonical(options));
  if (said.every((options) => options === "{}")) return `${model}${width}`;
  return `${model}${width}+${hashText(...said).slice(0, HASH_LENGTH)}`;
}

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // No two names of one object are equal.
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
