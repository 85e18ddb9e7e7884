/** How far a run is. */
interface RunProgress {
  readonly phase: "remember" | "recall";
  readonly done: number;
  readonly total: number;
}

/** Told after every step of a run. */
export type OnProgress = (progress: RunProgress) => void;
