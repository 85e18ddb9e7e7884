import { checkText, scopeToPath } from "@kioku/core/toolkit";

import type { MindVerbs } from "../wire/mind.js";
import { inScope } from "./in-scope.js";
import { instant } from "./instant.js";
import { toSent } from "./sent.js";
import type { VerbTable } from "./service.js";

const MAX_NAME = 500;
const MAX_SENTENCE = 10_000;
/** Keys of facts, which an application's own records of this kind do not have. */
const FACTS = {
  kinds: ["fact"],
  filter: { "@key": { $gte: "mind/fact/", $lt: "mind/fact0" } },
} as const;

type Reading = "documents" | "document" | "why" | "mindStats";

/** Verbs that read the mind. */
export const MIND: VerbTable<Pick<MindVerbs, Reading>> = {
  documents: {
    isWrite: false,
    run: async (service, { scope }, options) => {
      const mind = inScope(service.mind, scope);
      const [newest, oldest] = await Promise.all([
        mind.list({ ...FACTS, order: "desc", limit: 1000 }, options),
        mind.list({ ...FACTS, limit: 1 }, options),
      ]);
      const own = newest.items.filter(
        (fact) => scopeToPath(fact.scope) === scopeToPath(mind.scopePath),
      );
      const facts = Map.groupBy(own, ({ speaker = "user" }) => speaker);
      facts.delete("assistant");
      const people = [...facts].toSorted(([, a], [, b]) => b.length - a.length);
      const since = oldest.items.map(({ occurredAt, createdAt }) => occurredAt ?? createdAt);
      return {
        people: people.map(([subject]) => subject),
        ...(since[0] && { since: since[0].toISOString() }),
      };
    },
  },
  document: {
    isWrite: false,
    run: async (service, { scope, of = "user", asOf }, { signal }) => {
      checkText(of, "query.of", MAX_NAME);
      const options = { ...momentOf(asOf), signal };
      const mind = inScope(service.mind, scope);
      return toSent(
        await (of === "assistant"
          ? mind.document({ document: "self" }, options)
          : mind.document({ document: "portrait", of }, options)),
      );
    },
  },
  why: {
    isWrite: false,
    run: async (service, { scope, sentence, asOf }, { signal }) => {
      checkText(sentence, "query.sentence", MAX_SENTENCE);
      const options = { ...momentOf(asOf), signal };
      const explanation = await inScope(service.mind, scope).why(sentence, options);
      return explanation === undefined ? {} : { explanation: toSent(explanation) };
    },
  },
  mindStats: {
    isWrite: false,
    run: async (service, { scope }, options) =>
      toSent(await inScope(service.mind, scope).stats(options)),
  },
};

function momentOf(asOf: unknown): { readonly asOf?: { readonly validAt: Date } } {
  const validAt = instant(asOf, "query.asOf");
  return validAt === undefined ? {} : { asOf: { validAt } };
}
