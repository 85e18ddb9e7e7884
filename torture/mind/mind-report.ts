/** Counts of killing minds again and again. */
export interface MindReport {
  /** Lives that ended in the middle, each followed by a check of the whole file. */
  rounds: number;
  /** Of these, processes that were killed. */
  processes: number;
  /** Of these, lives that ended at a call of their store or model. */
  calls: number;
  /** Of these, lives that only stalled, were outrun by others, and went on. */
  stalled: number;
  /** Lives that were over before they could be ended, which are no rounds. */
  finished: number;
  /** Turns that were heard, summed over the rounds. */
  turns: number;
  /** Facts that were checked, summed over the rounds. */
  facts: number;
  /** Turns and reminders that were not there, or there twice. */
  lost: number;
  /** Records of runs that disagree. */
  half: number;
  /** Facts, evidence and turns of episodes that were there twice. */
  doubled: number;
  /** Sentences without a source that says them. */
  unproven: number;
  /** Rounds after which a mind knew something else than without a break. */
  different: number;
  /** The first defects in words. */
  readonly defects: string[];
}

/** Makes one with nothing counted. */
export function emptyReport(): MindReport {
  const rounds = { rounds: 0, processes: 0, calls: 0, stalled: 0, finished: 0, turns: 0, facts: 0 };
  return { ...rounds, lost: 0, half: 0, doubled: 0, unproven: 0, different: 0, defects: [] };
}
