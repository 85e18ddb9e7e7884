import type { Control } from "./control.ts";
import type { Plan } from "./plan-step.ts";
import type { SentWorld } from "./world.ts";

/** Task of a writer. */
export interface WriterOrder {
  readonly path: string;
  readonly plan: Plan;
  /** Number of steps that it starts before the first of them is acknowledged. */
  readonly depth: number;
  /** Content of the file. */
  readonly world: SentWorld;
  readonly control?: Control | undefined;
}

/** Line that a writer prints when the store has acknowledged a step. */
export interface Acknowledgement {
  /** Its number in the world. */
  readonly step: number;
  /** Number of its changes. */
  readonly size: number;
  /** Digest of everything that it wrote. */
  readonly digest: string;
}
