import { readRun, readRuns, type RunReport } from "@kioku/mind";

import type { MindVerbs, PlanAnswer } from "../wire/mind.js";
import { inScope } from "./in-scope.js";
import { toSent } from "./sent.js";
import type { VerbTable } from "./service.js";

const MOST_RUNS = 200;
const MOST_CHANGES = 500;

type Running = "runs" | "run" | "undoRun" | "planRun" | "consolidate";

/** Verbs of the runs of a mind. */
export const RUNS: VerbTable<Pick<MindVerbs, Running>> = {
  runs: {
    isWrite: false,
    run: async (service, { scope }, options) => {
      const mind = inScope(service.mind, scope);
      return { runs: toSent(await readRuns(mind, { ...options, limit: MOST_RUNS })) };
    },
  },
  run: {
    isWrite: false,
    run: async (service, { scope, run }, options) =>
      toSent(await readRun(inScope(service.mind, scope), run, options)),
  },
  undoRun: {
    isWrite: true,
    run: async (service, { scope, run }, options) => ({
      undone: await inScope(service.mind, scope).undo(run, options),
    }),
  },
  planRun: {
    isWrite: false,
    run: async (service, { scope }, { signal }) => {
      // Readers spend no tokens of a model.
      const budget = service.canWrite ? {} : { maxTokens: 0 };
      const mind = inScope(service.mind, scope);
      const report = await mind.consolidate({ dryRun: true, ...budget, signal });
      return toAnswer(report, !service.canWrite);
    },
  },
  consolidate: {
    isWrite: true,
    run: async (service, { scope }, { signal }) =>
      toAnswer(await inScope(service.mind, scope).consolidate({ signal }), false),
  },
};

function toAnswer(report: RunReport, isByRules: boolean): PlanAnswer {
  const changes = report.changes.slice(0, MOST_CHANGES);
  return { ...toSent({ ...report, changes }), isByRules };
}
