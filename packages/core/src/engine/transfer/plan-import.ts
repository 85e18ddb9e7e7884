import type { DeleteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { recordKey } from "../../internal/record-key.js";
import type { RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import type { IncomingRecord } from "./check-exported-record.js";
import { findHere, heldNames } from "./find-here.js";
import type { Here, Own } from "./find-here.js";
import type { ImportCall } from "./import-call.js";

/** Plan of a batch. */
export interface ImportPlan {
  /** Records to write, in order, each with the deletions before it. */
  readonly steps: readonly {
    readonly record: IncomingRecord;
    readonly before: readonly DeleteOp[];
  }[];
  /** Records that are here already. */
  readonly unchanged: ReadonlySet<IncomingRecord>;
  readonly skipped: number;
}

/**
 * Plans what to do with records, by what is here and by those before them.
 * @throws `conflict` if one differs from what is here and `onConflict` is `fail`.
 */
export async function planImport(
  engine: Engine,
  records: readonly IncomingRecord[],
  call: ImportCall & { readonly history: boolean },
): Promise<ImportPlan> {
  const planner = new Planner(await findHere(engine, records, call), engine.clock(), call);
  return planner.plan(records);
}

/** A record in the way of another one. */
interface Obstacle extends RecordId {
  readonly at: Date;
  readonly version: number | undefined;
  /** False for the record's own id. */
  readonly isRival: boolean;
}

class Planner {
  readonly #here: Here;
  readonly #now: Date;
  readonly #call: ImportCall & { readonly history: boolean };
  /** Written or removed by this batch, so that `#here` is outdated. */
  readonly #touched = new Set<string>();
  /** Records of this batch by the names that they hold. */
  readonly #holders = new Map<string, Obstacle>();

  constructor(here: Here, now: Date, call: ImportCall & { readonly history: boolean }) {
    this.#here = here;
    this.#now = now;
    this.#call = call;
  }

  plan(records: readonly IncomingRecord[]): ImportPlan {
    const steps: { record: IncomingRecord; before: readonly DeleteOp[] }[] = [];
    const unchanged = new Set<IncomingRecord>();
    let skipped = 0;
    for (const record of records) {
      const own = this.#own(record);
      if (own?.isSame) {
        unchanged.add(record);
        continue;
      }
      const expired = this.#rivals(record).filter(({ isExpired }) => isExpired);
      const obstacles = [
        ...this.#standing(own),
        ...this.#rivals(record).flatMap(({ isExpired, ...rival }) => (isExpired ? [] : [rival])),
      ];
      if (obstacles.length > 0 && !this.#mayReplace(record, obstacles)) skipped += 1;
      else {
        const forgotten = obstacles.filter(({ isRival }) => isRival);
        const before = [
          ...expired.map((rival) => this.#deleting(rival, true)),
          ...forgotten.map((rival) => this.#deleting(rival, false)),
        ];
        steps.push({ record, before });
        this.#touch(record, before);
      }
    }
    return { steps, unchanged, skipped };
  }

  #own(record: IncomingRecord): Own | undefined {
    const identity = recordKey(record);
    return this.#touched.has(identity) ? undefined : this.#here.own.get(identity);
  }

  /** Returns the record here; an expired one is in nobody's way. */
  #standing(own: Own | undefined): readonly Obstacle[] {
    if (!own || (!own.isDeleted && this.#isExpired(own))) return [];
    const { scope, id, at, version } = own;
    return [{ scope, id, at, version, isRival: false }];
  }

  /** Returns the other records that hold its key or one of its idempotency keys, each once. */
  #rivals(record: IncomingRecord): readonly (Obstacle & { readonly isExpired: boolean })[] {
    const rivals = new Map<string, Obstacle & { readonly isExpired: boolean }>();
    for (const name of heldNames(record)) {
      const planned = this.#holders.get(name);
      if (planned) rivals.set(recordKey(planned), { ...planned, isExpired: false });
      const stored = this.#here.holders.get(name);
      if (!stored || this.#touched.has(recordKey(stored))) continue;
      const { scope, id, updatedAt, version } = stored;
      const isExpired = this.#isExpired(stored);
      const rival = { scope, id, at: updatedAt, version, isRival: true, isExpired };
      rivals.set(recordKey(stored), rival);
    }
    rivals.delete(recordKey(record));
    return [...rivals.values()];
  }

  #isExpired({ expiresAt }: { readonly expiresAt?: Date | undefined }): boolean {
    return expiresAt !== undefined && expiresAt <= this.#now;
  }

  #mayReplace(record: IncomingRecord, obstacles: readonly Obstacle[]): boolean {
    const { onConflict } = this.#call;
    if (onConflict === "newer") {
      const at = record.revisions.at(-1)?.at ?? this.#now;
      return obstacles.every((obstacle) => obstacle.at < at);
    }
    if (onConflict !== "fail") return onConflict === "replace";
    const [first] = obstacles;
    const what = first?.isRival
      ? `has a key that record ${first.id} of the same scope has here`
      : "is here with other content";
    throw new MemoryError(
      "conflict",
      `record ${record.id} of the export ${what}; say with onConflict which one is to stay`,
    );
  }

  /** Drops the names of records that this batch deletes. */
  #release(gone: readonly RecordId[]): void {
    const identities = new Set(gone.map((one) => recordKey(one)));
    for (const [name, holder] of this.#holders) {
      if (identities.has(recordKey(holder))) this.#holders.delete(name);
    }
  }

  #deleting({ scope, id, version }: Obstacle, purge: boolean): DeleteOp {
    const { actor, cause } = this.#call;
    return { op: "delete", scope, id, at: this.#now, ifVersion: version, purge, actor, cause };
  }

  #touch(record: IncomingRecord, before: readonly DeleteOp[]): void {
    for (const one of [record, ...before]) this.#touched.add(recordKey(one));
    if (before.length > 0) this.#release(before);
    const { scope, id, revisions } = record;
    const last = revisions.at(-1);
    const { at = this.#now, version } = last ?? {};
    const holder = { scope, id, at, version, isRival: true };
    for (const name of heldNames(record)) this.#holders.set(name, holder);
  }
}
