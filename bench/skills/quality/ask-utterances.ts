import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { createSkillRuntime } from "@kioku/skills";
import type { SkillMatch, SkillRuntime } from "@kioku/skills";

import { setToSkills } from "../set-to-skills.ts";
import type { SkillSet, Utterance } from "../skill-set.ts";
import type { Answer } from "./confusion.ts";

/** Result of one utterance. */
export interface AskedUtterance extends Answer, Utterance {
  /** Every skill, best first, with the reason why it wakes or not. */
  readonly matches: readonly SkillMatch[];
  /** Time of `runtime.match` with its default options, in milliseconds. */
  readonly durationMs: number;
}

/** Skills that woke at one threshold. */
interface AskedThreshold {
  readonly threshold: number;
  readonly answers: readonly Answer[];
}

/** A set that was asked. */
export interface AskedSet {
  readonly utterances: readonly AskedUtterance[];
  readonly thresholds: readonly AskedThreshold[];
}

/** Options of asking a set. */
export interface AskOptions {
  readonly embedder: Embedder;
  /** Replaces the runtime's own. */
  readonly threshold: number | undefined;
  /** Thresholds of the curve; none for none. */
  readonly curve: readonly number[];
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Most matches of one call. */
const ALL = 1_000;
/** Calls of `match` before the first that is timed. */
const WARM_UP = 300;

/**
 * Asks `runtime.match` for every utterance: with the default options, on the clock, for what wakes;
 * then with the reasons; then at every threshold of the curve. Each utterance has a memory of its
 * own, so that none influences another.
 */
export async function askUtterances(set: SkillSet, options: AskOptions): Promise<AskedSet> {
  const { embedder, threshold, curve, onProgress } = options;
  await using memory = createMemory({ store: inMemoryStore(), embedder });
  await using runtime = await createSkillRuntime({
    memory,
    skills: setToSkills(set.skills),
    ...(threshold === undefined ? {} : { triggers: { threshold } }),
  });
  await warmUp(runtime, set);
  const utterances: AskedUtterance[] = [];
  for (const [index, utterance] of set.utterances.entries()) {
    onProgress("match", index, set.utterances.length);
    const own = memory.scope("utterance", String(index));
    const started = performance.now();
    const woken = await runtime.match(utterance.text, { memory: own });
    const durationMs = performance.now() - started;
    const explain = { memory: own, explain: true, limit: ALL };
    const matches = await runtime.match(utterance.text, explain);
    utterances.push({ ...utterance, woken: namesOf(woken), matches, durationMs });
  }
  const thresholds: AskedThreshold[] = [];
  for (const [index, at] of curve.entries()) {
    onProgress("curve", index, curve.length);
    const answers: Answer[] = [];
    for (const { text, expected } of set.utterances) {
      const woken = await runtime.match(text, { threshold: at, limit: ALL });
      answers.push({ expected, woken: namesOf(woken) });
    }
    thresholds.push({ threshold: at, answers });
  }
  return { utterances, thresholds };
}

/** Warms up with texts that are not asked later: timed texts are new. */
async function warmUp(runtime: SkillRuntime, { skills }: SkillSet): Promise<void> {
  const texts = skills.map(({ description }) => description);
  for (let call = 0; call < WARM_UP; call += 1) {
    await runtime.match(`${texts[call % texts.length]} ${call}`);
  }
}

function namesOf(matches: readonly SkillMatch[]): readonly string[] {
  return matches.filter(({ wakes }) => wakes).map(({ skill }) => skill);
}
