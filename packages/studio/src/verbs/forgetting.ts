import { checkNumber } from "@kioku/core/toolkit";
import { STATE_KINDS } from "@kioku/mind";

import { sampleStrengths } from "../sample/sample-strengths.js";
import type { ForgettingVerbs, StrengthRow } from "../wire/forgetting.js";
import { inScope } from "./in-scope.js";
import { strengthRow } from "./memory-row.js";
import type { VerbTable } from "./service.js";

const PAGE = 1000;

/** Verbs of the playgrounds. */
export const FORGETTING: VerbTable<ForgettingVerbs> = {
  strengths: {
    isWrite: false,
    run: async (service, { scope, sample, limit = PAGE }, options) => {
      if (sample === true) return sampleStrengths(service.clock());
      checkNumber(limit, "query.limit", { min: 1, max: 5000, integer: true });
      const memory = inScope(service.memory, scope);
      const filter = { "@kind": { $nin: STATE_KINDS } };
      const query = {
        reach: "below",
        order: "desc",
        limit: Math.min(limit, PAGE),
        filter,
      } as const;
      const rows: StrengthRow[] = [];
      let cursor: string | undefined;
      do {
        const page = await memory.list({ ...query, cursor }, options);
        rows.push(...page.items.map((record) => strengthRow(service.memory, record)));
        ({ cursor } = page);
      } while (cursor !== undefined && rows.length < limit);
      return { rows: rows.slice(0, limit), hasMore: cursor !== undefined || rows.length > limit };
    },
  },
};
