import type { DeleteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import type { IncomingRecord } from "./check-exported-record.js";
import { findHere, heldNames, identityOf } from "./find-here.js";
import type { Here, Own } from "./find-here.js";
import type { ImportCall } from "./import-call.js";

/** What is to become of a batch. */
export interface ImportPlan {
  /** Records to write, each with what makes way for it, in order. */
  readonly steps: readonly {
    readonly record: IncomingRecord;
    readonly before: readonly DeleteOp[];
  }[];
  /** Records that are here already exactly so. */
  readonly unchanged: ReadonlySet<IncomingRecord>;
  readonly skipped: number;
}

/**
 * Decides what becomes of records, by what is here and by those of them that come before.
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

/** What stands in the way of a record, and since when. */
interface Obstacle extends RecordId {
  readonly at: Date;
  readonly version: number | undefined;
  /** Of the record itself, or of another one. */
  readonly isRival: boolean;
}

class Planner {
  readonly #here: Here;
  readonly #now: Date;
  readonly #call: ImportCall & { readonly history: boolean };
  /** Written or removed by this batch: what the store says of them is no longer so. */
  readonly #touched = new Set<string>();
  /** Who of those written by this batch holds a name. */
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
    const identity = identityOf(record);
    return this.#touched.has(identity) ? undefined : this.#here.own.get(identity);
  }

  /** What has expired does not exist, and is in nobody's way. */
  #standing(own: Own | undefined): readonly Obstacle[] {
    if (!own || (!own.isDeleted && this.#isExpired(own))) return [];
    const { scope, id, at, version } = own;
    return [{ scope, id, at, version, isRival: false }];
  }

  /** The other records that hold its key or one of its idempotency keys, each once. */
  #rivals(record: IncomingRecord): readonly (Obstacle & { readonly isExpired: boolean })[] {
    const rivals = new Map<string, Obstacle & { readonly isExpired: boolean }>();
    for (const name of heldNames(record)) {
      const planned = this.#holders.get(name);
      if (planned) rivals.set(identityOf(planned), { ...planned, isExpired: false });
      const stored = this.#here.holders.get(name);
      if (!stored || this.#touched.has(identityOf(stored))) continue;
      const { scope, id, updatedAt, version } = stored;
      const isExpired = this.#isExpired(stored);
      const rival = { scope, id, at: updatedAt, version, isRival: true, isExpired };
      rivals.set(identityOf(stored), rival);
    }
    rivals.delete(identityOf(record));
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

  /** What was written by this batch and makes way again holds no names. */
  #release(gone: readonly RecordId[]): void {
    const identities = new Set(gone.map((one) => identityOf(one)));
    for (const [name, holder] of this.#holders) {
      if (identities.has(identityOf(holder))) this.#holders.delete(name);
    }
  }

  #deleting({ scope, id, version }: Obstacle, purge: boolean): DeleteOp {
    const { actor, cause } = this.#call;
    return { op: "delete", scope, id, at: this.#now, ifVersion: version, purge, actor, cause };
  }

  #touch(record: IncomingRecord, before: readonly DeleteOp[]): void {
    for (const one of [record, ...before]) this.#touched.add(identityOf(one));
    if (before.length > 0) this.#release(before);
    const { scope, id, revisions } = record;
    const last = revisions.at(-1);
    const holder = {
      scope,
      id,
      at: last?.at ?? this.#now,
      version: last?.version,
      isRival: true,
    };
    for (const name of heldNames(record)) this.#holders.set(name, holder);
  }
}
