/** Progress of a run. */
interface RunProgress {
  readonly phase: "remember" | "recall";
  readonly done: number;
  readonly total: number;
}

/** Called after every step of a run. */
export type OnProgress = (progress: RunProgress) => void;
