/** A defect that the harness must find, or it proves nothing. */
export type SoakControl = (typeof SOAK_CONTROLS)[number];

/** Every defect by name. `loss`: a record goes now and then. `release`: each call keeps memory. */
export const SOAK_CONTROLS = ["loss", "release"] as const;

/** Length of a run, and the defect. */
export interface SoakOptions {
  /** Number of times that the memory is opened, used, looked at and closed. */
  readonly rounds: number;
  /** Length of a round: as many milliseconds, or as many calls, if that comes first. */
  readonly roundMs: number;
  readonly roundCalls: number;
  /** Most of a processor core that is used, such as 0.4. */
  readonly share: number;
  readonly seed: number;
  /** An empty directory. */
  readonly directory: string;
  /** A defect that has to be found. */
  readonly control?: SoakControl | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
