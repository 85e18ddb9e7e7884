import type { RecalledMemory, RecallSignals, Origin, Scope } from "@kioku/core";

/** A recalled memory without its text, as plain JSON for logs and checkpoints. */
export interface MemoryDescription {
  /** Id of the record, for `memory.read`, `update`, `forget` and `markUsed`. */
  readonly id: string;
  /** Its key, if it has one. */
  readonly key?: string;
  /** Its kind. */
  readonly kind: string;
  /** The scope that owns it. */
  readonly scope: Scope;
  /** 0 to 1, more is better. Neighbours have that of their match. */
  readonly score: number;
  /** Fit of its own words and meaning, 0 to 1. Neighbours have that of their match. */
  readonly relevance: number;
  /** `match`: it answers the query; `neighbour`: it stands beside a match in its thread. */
  readonly reason: RecalledMemory["reason"];
  /** Its source. */
  readonly origin: Origin;
  /** 0 to 1. Texts at 0.5 or less may be the words of strangers. */
  readonly trust: number;
  /** Time of the first write, in ISO 8601. */
  readonly createdAt: string;
  /** Time of the event, in ISO 8601, if that is another one. */
  readonly occurredAt?: string;
  /** The conversation it belongs to. */
  readonly thread?: string;
  /** `m1`, `m2`, … in the order of one recall, for the model to cite. */
  readonly citation: string;
  /** Parts of the score; only with the option `explain`. */
  readonly signals?: RecallSignals;
}

/** A memory that `recall` showed to a model. */
export interface ShownMemory extends MemoryDescription {
  /** Its text. */
  readonly content: string;
}

/** Describes a memory without its text, value and metadata. */
export function describeMemory(memory: RecalledMemory, citation: string): MemoryDescription {
  const { id, key, kind, scope, score, relevance, reason, origin, trust, thread } = memory;
  const { createdAt, occurredAt, signals } = memory;
  return {
    id,
    ...(key === undefined ? {} : { key }),
    kind,
    scope: [...scope],
    score,
    relevance,
    reason,
    origin,
    trust,
    createdAt: createdAt.toISOString(),
    ...(occurredAt ? { occurredAt: occurredAt.toISOString() } : {}),
    ...(thread === undefined ? {} : { thread }),
    citation,
    ...(signals ? { signals: structuredClone(signals) } : {}),
  };
}
