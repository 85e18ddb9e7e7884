import type { RememberInput } from "../../api/inputs.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import type { Engine } from "../engine.js";

/**
 * Members that a replay repeats if it names them. Others, such as metadata, may tell of the
 * attempt.
 */
const REPEATED = ["kind", "key", "value", "thread", "occurredAt"] as const;

/** An input, or a record that was made of one. */
type Said = Pick<RememberInput, "content" | "origin" | (typeof REPEATED)[number]>;

/** Returns whether an input says what another one said, or what a version of a record says. */
export function saysTheSame(input: RememberInput, said: Said): boolean {
  return (
    normalizeForDuplicates(input.content) === normalizeForDuplicates(said.content) &&
    (input.origin ?? "user") === (said.origin ?? "user") &&
    REPEATED.every(
      (member) => input[member] === undefined || isSameJson(input[member], said[member]),
    )
  );
}

/**
 * Makes sure that an input with a known idempotency key is a replay: that it says what a version of
 * the record says.
 * @throws `conflict`
 */
export async function requireSameInput(
  engine: Engine,
  { input, record }: { readonly input: RememberInput; readonly record: MemoryRecord },
  { signal }: CallOptions,
): Promise<void> {
  if (saysTheSame(input, record)) return;
  const request = { within: [record.scope], reach: "here", ids: [record.id], limit: 1 } as const;
  const pages = eachPage((cursor) => engine.store.histories({ ...request, cursor }, { signal }));
  for await (const page of pages) {
    const versions = page.flatMap(({ revisions }) => revisions.flatMap((one) => one.record ?? []));
    if (versions.some((version) => saysTheSame(input, version))) return;
  }
  throw reusedKey(input, `record ${record.id}`);
}

/** Returns the error for an idempotency key that was used before for something else. */
export function reusedKey({ idempotencyKey = "" }: RememberInput, user: string): MemoryError {
  const key = JSON.stringify(idempotencyKey.slice(0, 64));
  return new MemoryError(
    "conflict",
    `idempotency key ${key} was used by ${user} for another content; give new content a key of its own`,
  );
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** Returns JSON with the members of objects in one order; stores do not keep theirs. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
