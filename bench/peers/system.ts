import type { SetRecord } from "../recall/recall-set.ts";
import type { CountedEmbedder } from "./counted-embedder.ts";

/** Memories that a search returns. */
export const LIMIT = 10;

/** A memory of some system, as an application uses it. */
export interface MemorySystem {
  /** Writes many memories of a user, as the system takes many. */
  fill(user: string, records: readonly SetRecord[]): Promise<void>;
  /** Writes one; resolves once the system says that it is written. */
  add(user: string, record: SetRecord): Promise<unknown>;
  /** Returns the ids of the ten memories of a user that fit best. */
  search(user: string, question: string): Promise<readonly string[]>;
  /** Returns the ids of all memories of a user. */
  kept(user: string): Promise<readonly string[]>;
  close(): Promise<unknown> | void;
}

/** Place and embedder of a system. */
export interface SystemOptions {
  /** A folder for its files; what it left there it has to find again. */
  readonly folder: string;
  readonly embedder: CountedEmbedder;
}

/** A system as `systems.ts` lists it. */
export interface KnownSystem {
  /** Package that it comes from; ours have none. */
  readonly from?: string;
  /** Names the configuration that was measured. */
  readonly how: string;
  readonly open: (options: SystemOptions) => Promise<MemorySystem>;
  /** True where nothing is left when the process ends. */
  readonly isInMemory?: boolean;
  /** True where it knows no users: each has a file and a process of its own. */
  readonly hasNoUsers?: boolean;
  /** True where what is found comes in the order of time. */
  readonly isUnranked?: boolean;
}

/** Returns what a memory says, with who said it, for systems that have no place for that. */
export function textOf({ speaker, text, caption }: SetRecord): string {
  const said = caption === undefined ? text : `${text} [${caption}]`;
  return speaker === undefined ? said : `${speaker}: ${said}`;
}
