import type { Control } from "./control.ts";
import type { Plan } from "./plan-step.ts";
import type { SentWorld } from "./world.ts";

/** What a writer is to do. */
export interface WriterOrder {
  readonly path: string;
  readonly plan: Plan;
  /** How many steps it starts before the first of them is acknowledged. */
  readonly depth: number;
  /** What is in the file. */
  readonly world: SentWorld;
  readonly control?: Control | undefined;
}

/** What a writer prints when the store has acknowledged a step. */
export interface Acknowledgement {
  /** Its number in the world. */
  readonly step: number;
  /** How many things it changed. */
  readonly size: number;
  /** Of everything that it wrote. */
  readonly digest: string;
}
