import type { SetRecord } from "../recall/recall-set.ts";

/** Work for the process of a system. */
export type Call =
  /** Writes many, as the system takes many. */
  | { readonly verb: "fill"; readonly user: string; readonly records: readonly SetRecord[] }
  /** Writes one after the other, and tells of each when the system says that it is written. */
  | { readonly verb: "add"; readonly user: string; readonly records: readonly SetRecord[] }
  | { readonly verb: "search"; readonly user: string; readonly questions: readonly string[] }
  | { readonly verb: "kept"; readonly user: string }
  | { readonly verb: "close" };

/** Answer to one of them. */
export interface Answer {
  /** Milliseconds of each write or search; one for all of `fill`. */
  readonly times: readonly number[];
  /** Ids that each search found; those that are kept, as one list. */
  readonly found: readonly (readonly string[])[];
  /** Ids of memories whose write failed, and why the first did. */
  readonly failed: readonly string[];
  readonly why?: string;
  /** Calls of the embedder since the process began. */
  readonly embedderCalls: number;
}

/** Messages of the process. */
export type FromSystem =
  | { readonly type: "opened" }
  | { readonly type: "written"; readonly id: string }
  | ({ readonly type: "answer" } & Answer);

/** Task of a process. */
export interface SystemTask {
  readonly name: string;
  readonly folder: string;
}
