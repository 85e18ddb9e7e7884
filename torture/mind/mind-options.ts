/** A defect that the harness must find, or it proves nothing. */
type MindControl = (typeof MIND_CONTROLS)[number];

/** Every defect by name. */
export const MIND_CONTROLS = ["transaction"] as const;

/** Number of kills, and their share of processes. */
export interface MindKillsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** An empty directory. Files in which something is wrong stay in it. */
  readonly directory: string;
  /** A defect that has to be found: writes that are no transactions. Then no process is killed. */
  readonly control?: MindControl | undefined;
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
