import type { TextLeg } from "../../contracts/search.js";
import { unlessAborted } from "../../internal/async/notify.js";
import type { Scope } from "../../model/scope.js";
import { MAX_QUERY_TERMS } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { CheckedQuery } from "./check-recall-query.js";

/** Factors of the query's terms that are not 1, and of further terms. */
export type ExpandedTerms = ReadonlyMap<string, number>;

/** Terms of a query, and for whom they are expanded. */
interface ExpandCall {
  readonly terms: readonly string[];
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
}

/** Asks the expanders. Factors are multiplied; of equal further terms the best counts. */
export async function expandQuery(
  { expanders, events }: Engine,
  { text, mode }: CheckedQuery,
  { terms, scope, signal }: ExpandCall,
): Promise<ExpandedTerms> {
  const own = new Map<string, number>();
  const found = new Map<string, { readonly standsFor: string; readonly weight: number }>();
  for (const expander of mode === "semantic" || terms.length === 0 ? [] : expanders) {
    try {
      const asking = Promise.resolve(expander.expand({ text, terms }, { signal }));
      const { weights = [], further = [] } = await unlessAborted(asking, signal);
      for (const [index, term] of terms.entries()) {
        const weight = weights[index] ?? 1;
        if (isWeight(weight)) own.set(term, (own.get(term) ?? 1) * weight);
      }
      const asked = new Set(terms);
      for (const { term, standsFor, weight } of further) {
        const isNew = typeof term === "string" && !asked.has(term) && asked.has(standsFor);
        if (!isNew || !isWeight(weight) || (found.get(term)?.weight ?? 0) >= weight) continue;
        found.set(term, { standsFor, weight });
      }
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = `expander ${expander.name} failed`;
      events.emit("degraded", { scope, during: "recall", reason, cause });
    }
  }
  const further = Array.from(found, ([term, { standsFor, weight }]) => {
    return [term, weight * (own.get(standsFor) ?? 1)] as const;
  }).toSorted(([, a], [, b]) => b - a);
  return new Map([...own, ...further.slice(0, Math.max(MAX_QUERY_TERMS - terms.length, 0))]);
}

function isWeight(weight: unknown): weight is number {
  return typeof weight === "number" && weight > 0 && weight <= 1;
}

/** Returns the leg that searches for terms and what they were expanded to. */
export function expandedLeg(terms: readonly string[], expanded: ExpandedTerms): TextLeg {
  const all = [...new Set([...terms, ...expanded.keys()])];
  const weights = all.map((term) => expanded.get(term) ?? 1);
  if (weights.every((weight) => weight === 1) && all.length === terms.length) {
    return { type: "text", terms };
  }
  return { type: "text", terms: all, weights, originals: terms.length };
}
