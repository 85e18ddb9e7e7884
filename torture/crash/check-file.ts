import { sqliteStore } from "@kioku/store-sqlite";

import type { SeededRandom } from "../seeded-random.ts";
import { differing, judgeTexts } from "./judge-texts.ts";
import { planStep } from "./plan-step.ts";
import type { Plan } from "./plan-step.ts";
import { readTexts } from "./read-texts.ts";
import { stillWorks } from "./still-works.ts";
import { wholeFile } from "./whole-file.ts";
import { expectedTexts } from "./world.ts";
import type { World } from "./world.ts";

/** Content that a file must have, and content that it may have. */
export interface Expected {
  /** State of the last acknowledged step; advanced if more steps are found. */
  readonly world: World;
  readonly plan: Plan;
  /** Number of steps in progress. */
  readonly depth: number;
  readonly random: SeededRandom;
}

/** Problems of a file. */
export interface FileVerdict {
  /** Records that are not as acknowledged. */
  readonly lost: number;
  readonly torn: readonly string[];
  readonly corrupt: readonly string[];
  /** Steps that were found beyond the acknowledged ones. */
  readonly beyond: number;
  readonly compared: number;
}

/** Opens a file as any program would, and compares all of it with what should be there. */
export async function checkFile(path: string, expected: Expected): Promise<FileVerdict> {
  const store = sqliteStore({ path });
  try {
    await store.open();
    const found = await readTexts(store);
    const states = statesUpTo(found, expected);
    const { lost, torn } = judgeTexts(found, states);
    const whole = wholeFile(path);
    const { world, random } = expected;
    // A wrong state leaves nothing to compare answers with.
    const isRight = lost.length + torn.length === 0;
    const unusable = isRight ? await stillWorks(store, world, random) : [];
    await store.close();
    const half = torn.length > 0 ? [`${torn.length} records of an unfinished batch`] : [];
    return {
      lost: lost.length,
      torn: [...half, ...whole.torn],
      corrupt: [...whole.corrupt, ...unusable],
      beyond: isRight ? states.length - 1 : 0,
      compared: found.size,
    };
  } catch (error) {
    await store.close().catch(() => undefined);
    return { lost: 0, torn: [], corrupt: [String(error)], beyond: 0, compared: 0 };
  }
}

/** Lists the acknowledged state, and those with more steps, up to the one that was found. */
function statesUpTo(found: ReadonlyMap<string, string>, expected: Expected): Map<string, string>[] {
  const { world, plan, depth } = expected;
  const states = [expectedTexts(world)];
  for (let beyond = 0; beyond < depth; beyond += 1) {
    const [last = new Map<string, string>()] = states.slice(-1);
    if (differing(last, found).length === 0) break;
    planStep(world, plan);
    states.push(expectedTexts(world));
  }
  return states;
}
