import type { RecalledMemory, RecallSignals, Origin, Scope } from "@kioku/core";

/**
 * What of a recalled memory an app is told beside its text. Plain JSON, so that logs and
 * checkpoints keep it as it is.
 */
export interface MemoryDescription {
  /** Id of the record, for `memory.read`, `update`, `forget` and `markUsed`. */
  readonly id: string;
  /** Its key, if it has one. */
  readonly key?: string;
  /** What sort of memory it is. */
  readonly kind: string;
  /** The scope that owns it. */
  readonly scope: Scope;
  /** 0 to 1, more is better. Of a neighbour: that of the match it came along with. */
  readonly score: number;
  /**
   * `match`: it answers the query; `neighbour`: it stands beside a match in its thread, as the
   * option `neighbours` asks.
   */
  readonly reason: RecalledMemory["reason"];
  /** Where it came from. */
  readonly origin: Origin;
  /** 0 to 1. What is at 0.5 or less may be the words of strangers. */
  readonly trust: number;
  /** When it was first written, in ISO 8601. */
  readonly createdAt: string;
  /** When it happened, in ISO 8601, if that is not when it was written. */
  readonly occurredAt?: string;
  /** The conversation it belongs to. */
  readonly thread?: string;
  /** `m1`, `m2`, … by place among what one recall found: what a prompt can have the model cite. */
  readonly citation: string;
  /** Why it has its place; only with the option `explain`. */
  readonly signals?: RecallSignals;
}

/** A memory that `recall` showed to a model. */
export interface ShownMemory extends MemoryDescription {
  /** Its text. */
  readonly content: string;
}

/**
 * What of a memory an app is told beside its text. Neither value nor metadata: they are the app's
 * own data, and no text of it.
 */
export function describeMemory(memory: RecalledMemory, citation: string): MemoryDescription {
  const { id, key, kind, scope, score, reason, origin, trust, thread, signals } = memory;
  const { createdAt, occurredAt } = memory;
  return {
    id,
    ...(key === undefined ? {} : { key }),
    kind,
    scope: [...scope],
    score,
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
