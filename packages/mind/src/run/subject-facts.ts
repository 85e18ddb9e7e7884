import type { CallOptions, Memory, MemoryRecord, RememberInput } from "@kioku/core";

import type { Fact, NewFact } from "../model/fact.js";
import { KINDS } from "../model/kinds.js";
import { ofSubject, recordToFact } from "../records/fact-record.js";
import { readByKeys } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";
import {
  mainKeys,
  makeRoom,
  readKeys,
  subjectKey,
  type SubjectKeys,
} from "../records/subject-keys.js";

/** Most other facts than those with an attribute that a run knows of a person. */
const MOST_OTHERS = 40;
/** Most facts with an attribute that are kept here, which a block of a portrait is made of. */
const MOST_KEPT = 300;
/** Others that are as important as each other, in order of time. */
const PLAIN = { block: "other", importance: 0.5 } as const;
const DAY_MS = 86_400_000;
/** Most facts that are read once of a person whose keys are not kept yet. */
const MOST_READ = 1_000;

/** A fact that was written. */
type Written = Pick<NewFact, "subject" | "attribute" | "block" | "importance" | "occurredAt">;

/**
 * Keys of the facts that a run has to know: those with an attribute, which another may replace, and
 * the newest others. They are kept apart, since looking for them would read all that was ever said.
 */
export class SubjectFacts {
  readonly #keys: Map<string, SubjectKeys>;
  readonly #changed = new Set<string>();

  private constructor(keys: Map<string, SubjectKeys>) {
    this.#keys = keys;
  }

  /** Reads the keys of some persons; of those without any, what is written of them. */
  static async read(
    memory: Memory,
    subjects: Iterable<string>,
    options: CallOptions,
  ): Promise<SubjectFacts> {
    const wanted = [...new Set(subjects)];
    const records = await readByKeys(memory, wanted.map(subjectKey), options);
    const found = new SubjectFacts(new Map());
    for (const subject of wanted) {
      const record = records.get(subjectKey(subject));
      if (record) found.#keys.set(subject, readKeys(record));
      else await found.#seed(memory, subject, options);
    }
    return found;
  }

  /** Finds the keys of all persons anew, as after an import. */
  static async readAnew(memory: Memory, { signal }: CallOptions): Promise<SubjectFacts> {
    const found = new SubjectFacts(new Map());
    let cursor: string | undefined;
    do {
      const page = await memory.list({ ...FACTS, limit: MOST_READ, cursor }, { signal });
      for (const fact of page.items.flatMap(heldFact)) {
        if (!found.#keys.has(fact.subject)) found.#keys.set(fact.subject, NO_KEYS);
        found.add(fact, fact.key);
      }
      ({ cursor } = page);
    } while (cursor !== undefined);
    return found;
  }

  /** Returns the keys of all facts that a run has to know. */
  get keys(): readonly string[] {
    return [...this.#keys.values()].flatMap(mainKeys);
  }

  /** Notes a fact that was written about one of these persons, as the newest one. */
  add(fact: Written, key: string, isNew = true): void {
    const keys = this.#keys.get(fact.subject);
    if (!keys) return;
    const next =
      fact.attribute === undefined
        ? withOther(keys, { fact, key, isNew })
        : withAttribute(keys, fact.attribute, key);
    this.#keys.set(fact.subject, next);
    this.#changed.add(fact.subject);
  }

  /** Notes that a fact holds no longer. */
  remove({ subject, attribute }: Pick<NewFact, "subject" | "attribute">, key: string): void {
    const keys = this.#keys.get(subject);
    if (!keys) return;
    const without = (some: readonly string[]): readonly string[] =>
      some.filter((one) => one !== key);
    const attributes = new Map([...keys.attributes].map(([name, some]) => [name, without(some)]));
    const count = keys.count - (attribute === undefined ? 1 : 0);
    this.#keys.set(subject, { ...keys, attributes, others: without(keys.others), count });
    this.#changed.add(subject);
  }

  /** Makes the inputs that write what has changed. */
  toInputs(): readonly RememberInput[] {
    return [...this.#changed].flatMap((subject) => {
      const keys = this.#keys.get(subject);
      if (!keys) return [];
      const { version, attributes, others, ...figures } = keys;
      const value = { attributes: Object.fromEntries(attributes), others, ...figures };
      return stateInput(subjectKey(subject), value, { ifVersion: version });
    });
  }

  /** Begins with facts that were written otherwise, as by an import. */
  async #seed(memory: Memory, subject: string, { signal }: CallOptions): Promise<void> {
    const filter = ofSubject(subject);
    const newest = { orderBy: "createdAt", order: "desc", limit: MOST_READ } as const;
    const { items, cursor } = await memory.list({ ...FACTS, filter, ...newest }, { signal });
    const isLong = cursor !== undefined;
    this.#keys.set(subject, { ...NO_KEYS, isCut: isLong });
    for (const fact of items.toReversed().flatMap(heldFact)) {
      this.add(fact, fact.key);
    }
    if (items.length === 0) this.#changed.delete(subject);
  }
}

/** Facts, also those that hold from later on. */
const FACTS = { kinds: [KINDS.fact], includeRetired: true, includeArchived: true };

function heldFact(record: MemoryRecord): readonly Fact[] {
  const fact = record.validTo === undefined ? recordToFact(record) : undefined;
  return fact ? [fact] : [];
}

const NO_KEYS: SubjectKeys = {
  version: 0,
  attributes: /* @__PURE__ */ new Map(),
  others: [],
  count: 0,
  newestAt: 0,
  isCut: false,
  isLong: false,
  isMixed: false,
};

function withNewest(keys: readonly string[], key: string): readonly string[] {
  return [...keys.filter((one) => one !== key), key];
}

function withOther(
  keys: SubjectKeys,
  given: { readonly fact: Written; readonly key: string; readonly isNew: boolean },
): SubjectKeys {
  const { fact, key, isNew } = given;
  const at = fact.occurredAt.getTime();
  const isPlain = fact.block === PLAIN.block && fact.importance === PLAIN.importance;
  const isLate = isNew && at < keys.newestAt - DAY_MS;
  const others = withNewest(keys.others, key);
  return {
    ...keys,
    others: others.slice(-MOST_OTHERS),
    isLong: keys.isLong || others.length > MOST_OTHERS,
    count: keys.count + (isNew ? 1 : 0),
    newestAt: Math.max(keys.newestAt, at),
    isMixed: keys.isMixed || !isPlain || isLate,
  };
}

/** Adds the newest of an attribute; the oldest of the most frequent one makes room. */
function withAttribute(keys: SubjectKeys, name: string, key: string): SubjectKeys {
  const next = new Map(keys.attributes);
  next.set(name, withNewest(next.get(name) ?? [], key));
  const names = [...next.keys()];
  const all = [...next.values()];
  const kept = makeRoom(all, MOST_KEPT);
  const isCut = keys.isCut || kept !== all;
  const attributes = new Map(kept.map((some, index) => [names[index] ?? "", some]));
  return { ...keys, attributes, isCut };
}
