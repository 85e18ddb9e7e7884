import type { RememberInput } from "../../api/inputs.js";
import { invalidInput } from "../../internal/check/check.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { defaultTrust } from "../../model/trust.js";
import { initialStabilityDays } from "../../ranking/forgetting.js";

/** What a record is built from beside its input. */
export interface BuildFrom {
  readonly scope: Scope;
  readonly now: Date;
  readonly newId: () => string;
  /** Of a new record that names none. */
  readonly kind: string;
  /** The most that it can be trusted, by what it is derived from. */
  readonly mostTrust: number;
  /** The record of the same key, of which this becomes the next version. */
  readonly existing?: MemoryRecord | undefined;
}

/**
 * The record that an input asks for. A next version takes its text, value, origin and times from
 * the input, and keeps kind, metadata, thread, importance, emotion, pin and strength where the
 * input does not name them. Nothing is trusted more than what it is derived from.
 */
export function buildRecord(input: RememberInput, from: BuildFrom): MemoryRecord {
  const { scope, now, existing } = from;
  const origin = input.origin ?? "user";
  const importance = input.importance ?? existing?.importance ?? 0.5;
  const emotion = input.emotion ?? existing?.emotion;
  const key = input.key ?? existing?.key;
  const thread = input.thread ?? existing?.thread;
  return {
    id: existing?.id ?? from.newId(),
    scope,
    ...(key === undefined ? {} : { key }),
    kind: input.kind ?? existing?.kind ?? from.kind,
    content: input.content,
    ...(input.value === undefined ? {} : { value: input.value }),
    metadata: input.metadata ?? existing?.metadata ?? {},
    ...(thread === undefined ? {} : { thread }),
    origin,
    trust: Math.min(input.trust ?? defaultTrust(origin), from.mostTrust),
    sources: input.sources ?? [],
    importance,
    ...(emotion ? { emotion } : {}),
    pinned: input.pinned ?? existing?.pinned ?? false,
    strength: existing?.strength ?? {
      stabilityDays: initialStabilityDays(importance, emotion?.arousal),
      uses: 0,
    },
    ...(input.occurredAt ? { occurredAt: input.occurredAt } : {}),
    ...(input.validFrom ? { validFrom: input.validFrom } : {}),
    ...(input.validTo ? { validTo: input.validTo } : {}),
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
    ...(input.ttlMs === undefined ? {} : { expiresAt: expiry(now, input.ttlMs) }),
    version: (existing?.version ?? 0) + 1,
  };
}

/** The instant `ttlMs` from now. */
export function expiry(now: Date, ttlMs: number): Date {
  // An instant has whole milliseconds, and a life of less than one would be over at once.
  const at = new Date(now.getTime() + Math.ceil(ttlMs));
  if (Number.isNaN(at.getTime()))
    throw invalidInput("ttlMs", "small enough to end in a valid Date", ttlMs);
  return at;
}
