import { MemoryError } from "@kioku/core";
import type { MemoryRecord, Receipt, RememberAllOptions } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";
import type { MemoryVectors } from "@kioku/core/toolkit";

import type { DocumentBatch } from "./document-inputs.js";

/**
 * Writes the documents in one batch, and returns their ids in order.
 * @throws `invalid-input` for an id that is the key of a record of another kind, before anything is
 *   written; `rejected-by-plugin` or `untrusted` if a document was refused.
 */
export async function writeDocuments(
  vectors: MemoryVectors,
  { inputs, idNames, inputOf }: DocumentBatch,
  options: RememberAllOptions,
): Promise<string[]> {
  await checkKinds(vectors, { inputs, idNames, inputOf }, options);
  const receipts = await vectors.rememberAll(inputs, options);
  const keys = recordsOf(receipts, inputOf).map(({ id, key = id }) => key);
  return inputOf.map((input) => keys[input] ?? "");
}

/** A key is one record's, whatever its kind: a document must not replace an entry of the app. */
async function checkKinds(
  vectors: MemoryVectors,
  { inputs, idNames }: DocumentBatch,
  { signal }: RememberAllOptions,
): Promise<void> {
  const given = inputs.filter((_, index) => idNames[index] !== undefined);
  if (given.length === 0) return;
  const keys = given.map(({ key }) => key);
  const records = await vectors.readKeys(keys, { signal });
  for (const [index, record] of records.entries()) {
    const input = given[index];
    if (!record || !input || record.kind === input.kind) continue;
    const name = idNames[inputs.indexOf(input)] ?? "id";
    const kind = JSON.stringify(input.kind);
    throw invalidInput(name, `new, or the key of a record of kind ${kind}`, input.key);
  }
}

function recordsOf(receipts: readonly Receipt[], inputOf: readonly number[]): MemoryRecord[] {
  const refused = receipts.flatMap((receipt, input) =>
    receipt.status === "rejected" ? [{ ...receipt, index: inputOf.indexOf(input) }] : [],
  );
  const [first] = refused;
  if (!first) return receipts.flatMap((receipt) => ("record" in receipt ? receipt.record : []));
  const { by, reason, index } = first;
  const count = `${refused.length} of ${receipts.length} documents ${refused.length === 1 ? "was" : "were"} refused and not written`;
  const isTrust = by === "trust";
  const what = isTrust ? reason : `plugin ${by} rejected it: ${reason}`;
  throw new MemoryError(
    isTrust ? "untrusted" : "rejected-by-plugin",
    `${count}; the first is documents[${index}]: ${what}`,
  );
}
