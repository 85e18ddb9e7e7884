import type { RecordRef } from "../../contracts/memory-store.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { derivableTrust, isTrusted, MOST_UNTRUSTED } from "../../model/trust.js";
import type { Engine } from "../engine.js";
import { historyPages } from "../history-pages.js";
import type { CheckedInput } from "./stages.js";

/** Records that inputs continue, replace or derive from, as a batch leaves them step by step. */
export class NamedRecords {
  readonly #byName: Map<string, MemoryRecord>;
  /** Trust of sources that were forgotten, by id. */
  readonly #trustThen: ReadonlyMap<string, number>;

  private constructor(byName: Map<string, MemoryRecord>, trustThen: ReadonlyMap<string, number>) {
    this.#byName = byName;
    this.#trustThen = trustThen;
  }

  /** Reads the records that the inputs name by key or id. */
  static async read(
    engine: Engine,
    inputs: readonly CheckedInput[],
    call: CallOptions & { readonly scope: Scope; readonly now: Date },
  ): Promise<NamedRecords> {
    const { scope, now, signal } = call;
    const refs = new Map<string, RecordRef>();
    for (const { input } of inputs) {
      if (input.key !== undefined) refs.set(keyOf("key", input.key), { scope, key: input.key });
      for (const id of [...(input.supersedes ?? []), ...(input.sources ?? [])]) {
        refs.set(keyOf("id", id), { scope, id });
      }
    }
    const names = [...refs.values()];
    const records = refs.size === 0 ? [] : await engine.store.get(names, { now, signal });
    const byName = new Map<string, MemoryRecord>();
    for (const [index, name] of [...refs.keys()].entries()) {
      const record = records[index];
      if (record) byName.set(name, record);
    }
    const sources = inputs.flatMap(({ input }) => input.sources ?? []);
    const gone = new Set(sources.filter((id) => !byName.has(keyOf("id", id))));
    return new NamedRecords(byName, await trustOfForgotten(engine, [...gone], call));
  }

  /** Returns the record that has a key. */
  byKey(key: string | undefined): MemoryRecord | undefined {
    return key === undefined ? undefined : this.#byName.get(keyOf("key", key));
  }

  /** Returns the record of an id. */
  byId(id: string): MemoryRecord | undefined {
    return this.#byName.get(keyOf("id", id));
  }

  /** Notes a record as the batch writes it. */
  set(record: MemoryRecord): void {
    this.#byName.set(keyOf("id", record.id), record);
    if (record.key !== undefined) this.#byName.set(keyOf("key", record.key), record);
  }

  /** Returns the highest trust of something derived from these; unknown sources have none. */
  mostTrust(sources: readonly string[]): number {
    const trusts = sources.map((id) => {
      const record = this.byId(id);
      return record ? derivableTrust(record) : (this.#trustThen.get(id) ?? MOST_UNTRUSTED);
    });
    return Math.min(1, ...trusts);
  }

  /** Returns the next version of a record that another one supersedes. */
  retire(id: string, { updatedAt, validFrom }: MemoryRecord): MemoryRecord {
    const record = this.byId(id);
    if (!record) {
      const problem = `supersedes names ${JSON.stringify(id.slice(0, 64))}`;
      throw new MemoryError("not-found", `${problem}, which is not a record of this scope`);
    }
    const validTo = validFrom ?? updatedAt;
    const retired = { ...record, validTo, updatedAt, version: record.version + 1 };
    this.set(retired);
    return retired;
  }
}

/** Returns the reason why an untrusted record may not replace others: one of them is trusted. */
export function trustProblem(one: MemoryRecord, old: readonly MemoryRecord[]): string | undefined {
  const trusted = isTrusted(one) ? undefined : old.find((other) => isTrusted(other));
  if (!trusted) return undefined;
  return `untrusted record of origin ${one.origin} and trust ${one.trust} cannot replace trusted record ${trusted.id}`;
}

function keyOf(type: "key" | "id", name: string): string {
  return `${type}:${name}`;
}

/** Returns the trust of forgotten records by id, as far as their histories are there. */
async function trustOfForgotten(
  engine: Engine,
  ids: readonly string[],
  { scope, signal }: CallOptions & { readonly scope: Scope },
): Promise<ReadonlyMap<string, number>> {
  const trusts = new Map<string, number>();
  const request = { within: [scope], reach: "here", ids } as const;
  for await (const page of historyPages(engine, request, { signal })) {
    for (const { id, revisions } of page) {
      const last = revisions.findLast(({ record }) => record !== undefined)?.record;
      if (last) trusts.set(id, derivableTrust(last));
    }
  }
  return trusts;
}
