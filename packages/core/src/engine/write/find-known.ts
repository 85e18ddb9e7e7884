import type { RecordRef } from "../../contracts/memory-store.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { trustOf } from "../../model/trust.js";
import type { Engine } from "../engine.js";
import { dedupes } from "./draft.js";
import type { Draft } from "./draft.js";
import { requireSameInput, reusedKey, saysTheSame } from "./require-same-input.js";
import { contentHash } from "./search-entry.js";

/**
 * The drafts that the scope holds already, with the record that says so: nothing need be embedded
 * for them. What slips in between is caught by the store.
 * @throws `conflict` for an idempotency key that was used for something else.
 */
export async function findKnown(
  engine: Engine,
  drafts: readonly Draft[],
  given: { readonly scope: Scope; readonly now: Date; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<Draft, MemoryRecord>> {
  const { scope, now, signal } = given;
  const asked = drafts
    .filter(({ repeats }) => !repeats)
    .flatMap((draft) => refsOf(draft, scope).map((ref) => ({ draft, ref })));
  if (asked.length === 0) return new Map();
  const found = await engine.store.get(
    asked.map(({ ref }) => ref),
    { now, signal },
  );
  const changes = changedBy(drafts);
  const known = new Map<Draft, MemoryRecord>();
  for (const [index, { draft, ref }] of asked.entries()) {
    const record = found[index];
    if (!record || known.has(draft)) continue;
    if ("idempotencyKey" in ref) {
      await requireSameInput(engine, { input: draft.input, record }, { signal });
      known.set(draft, record);
    } else if (!changes(record)) known.set(draft, record);
  }
  return known;
}

/**
 * Whether a batch writes a record itself: then it is the store that says, in order, what is a
 * duplicate of it.
 */
function changedBy(drafts: readonly Draft[]): (record: MemoryRecord) => boolean {
  const keys = new Set(drafts.map(({ input }) => input.key));
  const superseded = new Set(drafts.flatMap(({ input }) => input.supersedes ?? []));
  return ({ id, key }) => superseded.has(id) || (key !== undefined && keys.has(key));
}

/**
 * Marks the drafts whose idempotency key an earlier one of the batch has: replays of it, whatever
 * it comes to.
 * @throws `conflict` if they say something else.
 */
export function markReplays(drafts: readonly Draft[]): void {
  const first = new Map<string, Draft>();
  for (const draft of drafts) {
    const { idempotencyKey } = draft.input;
    if (idempotencyKey === undefined) continue;
    const earlier = first.get(idempotencyKey);
    draft.repeats = earlier;
    if (!earlier) first.set(idempotencyKey, draft);
    else if (!saysTheSame(draft.input, { kind: earlier.defaultKind, ...earlier.input })) {
      throw reusedKey(draft.input, "an earlier input of the batch");
    }
  }
}

/** As the store does: a replay first, then what has the same content. */
function refsOf(draft: Draft, scope: Scope): readonly RecordRef[] {
  const { input, defaultKind } = draft;
  const { idempotencyKey, content, thread, occurredAt, kind = defaultKind } = input;
  const refs: RecordRef[] = idempotencyKey === undefined ? [] : [{ scope, idempotencyKey }];
  // How far something derived is trusted, its sources decide; then it is the store that looks.
  if (!dedupes(input) || (input.sources ?? []).length > 0) return refs;
  // What dedupes has no key, so its record will say just this.
  draft.contentHash ??= contentHash({ content, kind, thread, occurredAt, ...trustOf(input) });
  return [...refs, { scope, contentHash: draft.contentHash }];
}
