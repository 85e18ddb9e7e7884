import type { MemoryRecord, Receipt, RememberAllOptions, RememberInput } from "@kioku/core";
import { MemoryError } from "@kioku/core";

import type { KindWriteOptions } from "../api/memory-kinds.js";
import type { KindHost } from "../model/kind-host.js";

/** Result of one item of a plan. */
export type PlannedResult =
  /** Index of the input that writes it. */
  | { readonly input: number }
  /** Index of the input of an earlier item that says the same. */
  | { readonly sameAs: number }
  /** Record that says the same already. */
  | { readonly there: MemoryRecord };

/** A change of one kind, ready to be written together with others. */
export interface KindPlan {
  /** Inputs, each with the version that it expects. */
  readonly inputs: readonly RememberInput[];
  /** One for each item that was given. */
  readonly results: readonly PlannedResult[];
}

/**
 * Writes plans, and further inputs, as one batch: all or nothing. Returns the receipts of each
 * plan, and after them those of the further inputs.
 * @throws `conflict` if somebody else changed something meanwhile; `untrusted`;
 *   `rejected-by-plugin` if a plugin allows some part of it not.
 */
export async function writePlans(
  { memory }: KindHost,
  asked: { readonly plans: readonly KindPlan[]; readonly more?: readonly RememberInput[] },
  { actor, cause, signal }: KindWriteOptions,
): Promise<readonly (readonly Receipt[])[]> {
  const { plans, more = [] } = asked;
  const inputs = [...plans.flatMap((plan) => plan.inputs), ...more];
  const options: RememberAllOptions = { actor, cause, signal, rejections: "throw" };
  const receipts = inputs.length === 0 ? [] : await memory.rememberAll(inputs, options);
  let start = 0;
  const take = (count: number): readonly Receipt[] => receipts.slice(start, (start += count));
  const written = plans.map((plan) => receiptsOf(plan, take(plan.inputs.length)));
  return [...written, take(more.length)];
}

function receiptsOf({ results }: KindPlan, receipts: readonly Receipt[]): readonly Receipt[] {
  return results.map((result): Receipt => {
    if ("there" in result) return { status: "duplicate", record: result.there };
    const receipt = receipts["input" in result ? result.input : result.sameAs];
    if (!receipt) throw new MemoryError("store-failed", "memory gave no receipt for an item");
    const isRepeated = "sameAs" in result && receipt.status !== "rejected";
    return isRepeated ? { status: "duplicate", record: receipt.record } : receipt;
  });
}
