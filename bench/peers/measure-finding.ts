import { mean, scoreQuery } from "../recall/metrics.ts";
import type { QueryScore } from "../recall/metrics.ts";
import type { RecallSet, SetGroup } from "../recall/recall-set.ts";
import { isApart } from "../recall/report.ts";
import type { SystemProcess } from "./system-process.ts";
import { SYSTEMS } from "./systems.ts";
import { withFolder, withSystem } from "./with-systems.ts";

/** Shares of the questions of a recall set that a system finds the answer of, in percent. */
interface FoundBySystem {
  readonly name: string;
  readonly recallAt1?: number;
  readonly recallAt10: number;
  /** Absent, as the recall of the first, where what is found comes in the order of time. */
  readonly ndcg10?: number;
}

/** All systems on one set. */
export interface FindingReport {
  readonly set: string;
  readonly records: number;
  readonly questions: number;
  readonly systems: readonly FoundBySystem[];
}

/** Asks the questions of a set of each system, with files of its own for each group. */
export async function measureFinding(
  set: RecallSet,
  names: readonly string[],
  onSystem: (name: string, done: number, total: number) => void,
): Promise<FindingReport> {
  const systems: FoundBySystem[] = [];
  let questions = 0;
  for (const [done, name] of names.entries()) {
    onSystem(name, done, names.length);
    const scores: QueryScore[] = [];
    for (const group of set.groups) {
      scores.push(
        ...(await withFolder((folder) =>
          withSystem(name, folder, (system) => askGroup(system, group)),
        )),
      );
    }
    questions = scores.length;
    systems.push({ name, ...averages(scores, SYSTEMS[name]?.isUnranked ?? false) });
  }
  const records = set.groups.reduce((sum, group) => sum + group.records.length, 0);
  return { set: set.name, records, questions, systems };
}

async function askGroup(system: SystemProcess, group: SetGroup): Promise<readonly QueryScore[]> {
  const { id: user, records } = group;
  const queries = group.queries.filter(({ category }) => !isApart(category));
  await system.ask({ verb: "fill", user, records });
  const questions = queries.map(({ text }) => text);
  const { found } = await system.ask({ verb: "search", user, questions });
  return queries.map(({ relevant }, place) => scoreQuery(found[place] ?? [], relevant));
}

function averages(scores: readonly QueryScore[], isUnranked: boolean): Omit<FoundBySystem, "name"> {
  // The cut-offs are 1, 5 and 10.
  const recallAt = (place: number): number =>
    Number((100 * mean(scores.map(({ recall }) => recall[place] ?? 0))).toFixed(2));
  if (isUnranked) return { recallAt10: recallAt(2) };
  const ndcg10 = Number(mean(scores.map((score) => score.ndcg10)).toFixed(4));
  return { recallAt1: recallAt(0), recallAt10: recallAt(2), ndcg10 };
}
