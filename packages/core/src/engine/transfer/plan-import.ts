import type { DeleteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { recordKey } from "../../internal/record-key.js";
import type { RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import type { IncomingRecord } from "./check-exported-record.js";
import { findHere, heldNames, type Here, type Own } from "./find-here.js";
import type { ImportCall } from "./import-call.js";

/** A record to write, and the deletions before it. */
interface Step {
  readonly record: IncomingRecord;
  readonly before: readonly DeleteOp[];
}

/** Plan of a batch. */
export interface ImportPlan {
  readonly steps: readonly Step[];
  /** Records that are here already. */
  readonly unchanged: ReadonlySet<IncomingRecord>;
  readonly skipped: number;
}

/** Plans an import of records. @throws `conflict` if one differs and `onConflict` is `fail`. */
export async function planImport(
  engine: Engine,
  records: readonly IncomingRecord[],
  call: ImportCall,
): Promise<ImportPlan> {
  return new Planner(await findHere(engine, records, call), engine.clock(), call).plan(records);
}

/** A record in the way of another one: under its id, or a rival that has one of its keys. */
interface Obstacle extends RecordId {
  readonly at: Date;
  readonly version: number | undefined;
  readonly isRival: boolean;
  readonly isExpired: boolean;
}

class Planner {
  readonly #here: Here;
  readonly #now: Date;
  readonly #call: ImportCall;
  /** Written or removed by this batch, so that `#here` is outdated. */
  readonly #touched = new Set<string>();
  /** Records of this batch by the names that they hold. */
  readonly #holders = new Map<string, Obstacle>();

  constructor(here: Here, now: Date, call: ImportCall) {
    this.#here = here;
    this.#now = now;
    this.#call = call;
  }

  plan(records: readonly IncomingRecord[]): ImportPlan {
    const steps: Step[] = [];
    const unchanged = new Set<IncomingRecord>();
    let skipped = 0;
    for (const record of records) {
      const own = this.#own(record);
      if (own?.isSame) {
        unchanged.add(record);
        continue;
      }
      const rivals = this.#rivals(record);
      const expired = rivals.filter(({ isExpired }) => isExpired);
      const living = rivals.filter(({ isExpired }) => !isExpired);
      if (!this.#mayReplace(record, [...this.#standing(own), ...living])) {
        skipped += 1;
        continue;
      }
      const before = [...expired, ...living].map((rival) => this.#deleting(rival));
      steps.push({ record, before });
      this.#touch(record, before);
    }
    return { steps, unchanged, skipped };
  }

  #own(record: IncomingRecord): Own | undefined {
    const name = recordKey(record);
    return this.#touched.has(name) ? undefined : this.#here.own.get(name);
  }

  /** Returns the record here; an expired one is in nobody's way. */
  #standing(own: Own | undefined): readonly Obstacle[] {
    if (!own || (!own.isDeleted && this.#isExpired(own))) return [];
    return [{ ...own, isRival: false, isExpired: false }];
  }

  /** Returns the other records that hold its key or one of its idempotency keys, each once. */
  #rivals(record: IncomingRecord): readonly Obstacle[] {
    const rivals = new Map<string, Obstacle>();
    for (const name of heldNames(record)) {
      const planned = this.#holders.get(name);
      if (planned) rivals.set(recordKey(planned), planned);
      const stored = this.#here.holders.get(name);
      if (!stored || this.#touched.has(recordKey(stored))) continue;
      const { scope, id, updatedAt: at, version } = stored;
      const isExpired = this.#isExpired(stored);
      rivals.set(recordKey(stored), { scope, id, at, version, isRival: true, isExpired });
    }
    rivals.delete(recordKey(record));
    return [...rivals.values()];
  }

  #isExpired({ expiresAt }: { readonly expiresAt?: Date | undefined }): boolean {
    return expiresAt !== undefined && expiresAt <= this.#now;
  }

  #mayReplace(record: IncomingRecord, obstacles: readonly Obstacle[]): boolean {
    const { onConflict } = this.#call;
    const [first] = obstacles;
    if (!first) return true;
    if (onConflict === "newer") {
      const at = record.revisions.at(-1)?.at ?? this.#now;
      return obstacles.every((obstacle) => obstacle.at < at);
    }
    if (onConflict !== "fail") return onConflict === "replace";
    const what = first.isRival
      ? `has a key that record ${first.id} of the same scope has here`
      : "is here with other content";
    const problem = `record ${record.id} of the export ${what}`;
    throw new MemoryError("conflict", `${problem}; say with onConflict which one is to stay`);
  }

  #deleting({ scope, id, version: ifVersion, isExpired: purge }: Obstacle): DeleteOp {
    const { actor, cause } = this.#call;
    return { op: "delete", scope, id, at: this.#now, ifVersion, purge, actor, cause };
  }

  #touch(record: IncomingRecord, before: readonly DeleteOp[]): void {
    for (const one of [record, ...before]) this.#touched.add(recordKey(one));
    const gone = new Set(before.map(recordKey));
    for (const [name, holder] of gone.size > 0 ? this.#holders : []) {
      if (gone.has(recordKey(holder))) this.#holders.delete(name);
    }
    const { scope, id, revisions } = record;
    const { at = this.#now, version } = revisions.at(-1) ?? {};
    const holder = { scope, id, at, version, isRival: true, isExpired: false };
    for (const name of heldNames(record)) this.#holders.set(name, holder);
  }
}
