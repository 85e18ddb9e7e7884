import type { TextLeg } from "../../contracts/search.js";
import { unlessAborted } from "../../internal/async/notify.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import { MAX_QUERY_TERMS } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { CheckedQuery } from "./check-recall-query.js";

/** Weights of a query's terms, and further terms. */
export interface ExpandedTerms {
  /** Factors of the query's terms, in their order. Empty: all are 1. */
  readonly weights: readonly number[];
  /** Further terms with their factors, the best first. */
  readonly further: readonly (readonly [term: string, weight: number])[];
}

/** Asks the expanders. Factors are multiplied; of equal further terms the best counts. */
export async function expandQuery(
  { expanders, events }: Engine,
  { text, mode }: CheckedQuery,
  { terms, scope, signal }: CallOptions & Pick<TextLeg, "terms"> & { readonly scope: Scope },
): Promise<ExpandedTerms> {
  const own: number[] = [];
  const found = new Map<string, { readonly index: number; readonly weight: number }>();
  for (const expander of mode === "semantic" || terms.length === 0 ? [] : expanders) {
    try {
      const asking = Promise.resolve(expander.expand({ text, terms }, { signal }));
      const { weights = [], further = [] } = await unlessAborted(asking, signal);
      for (const index of terms.keys()) {
        const weight = weights[index] ?? 1;
        own[index] = (own[index] ?? 1) * (isWeight(weight) ? weight : 1);
      }
      const indexes = new Map(terms.map((term, index) => [term, index]));
      for (const { term, standsFor, weight } of further) {
        const index = indexes.get(standsFor);
        const isNew = typeof term === "string" && index !== undefined && !indexes.has(term);
        if (!isNew || !isWeight(weight) || (found.get(term)?.weight ?? 0) >= weight) continue;
        found.set(term, { index, weight });
      }
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = `expander ${expander.name} failed`;
      events.emit("degraded", { scope, during: "recall", reason, cause });
    }
  }
  const further = Array.from(found, ([term, { index, weight }]) => {
    return [term, weight * (own[index] ?? 1)] as const;
  }).toSorted(([, a], [, b]) => b - a);
  return { weights: own, further: further.slice(0, Math.max(MAX_QUERY_TERMS - terms.length, 0)) };
}

function isWeight(weight: unknown): weight is number {
  return typeof weight === "number" && weight > 0 && weight <= 1;
}

/** Returns the leg that searches for terms, those of dates, and what they were expanded to. */
export function expandedLeg(
  terms: readonly string[],
  { weights, further }: ExpandedTerms,
  ofDates: readonly string[],
): TextLeg {
  // Terms of a date stand for what the query says of it.
  const dated = new Map([...ofDates.map((term) => [term, 1] as const), ...further]);
  const all = [...dated].filter(([term]) => ofDates.length === 0 || !terms.includes(term));
  if (all.length === 0 && weights.every((weight) => weight === 1)) return { type: "text", terms };
  const own = weights.length === 0 ? terms.map(() => 1) : weights;
  return {
    type: "text",
    terms: [...terms, ...all.map(([term]) => term)],
    weights: [...own, ...all.map(([, weight]) => weight)],
    originals: terms.length,
  };
}
