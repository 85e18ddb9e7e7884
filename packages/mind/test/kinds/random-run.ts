import { isDeepStrictEqual } from "node:util";

import { createMemory, type JsonObject, type Memory, type MemoryStore } from "@kioku/core";
import { documentTerms, dotProduct, embedTexts, queryTerms, scoreTexts } from "@kioku/core/toolkit";
import { Picker } from "@kioku/testing";
import { wordEmbedder } from "@kioku/testing/support";

import {
  createKinds,
  createVault,
  type ItemKind,
  type KindsOptions,
  type MemoryKinds,
} from "../../src/kinds/index.js";
import { fieldText, searchableText } from "../../src/kinds/schemas/field-text.js";
import { ITEM_KINDS } from "../../src/kinds/schemas/item-schemas.js";
import { openSecret } from "../../src/kinds/vault/seal.js";
import { shownOf } from "./kinds-world.js";
import { type Change, type Outcome, type PlainItem, PlainModel } from "./plain-model.js";
import { type Question, randomChange, randomKinds, randomQuestion } from "./random-operations.js";

/** Most characters of a block, so that it is full now and then. */
const BLOCK_LIMIT = 100;
const VAULT = createVault({ keys: { k: new Uint8Array(32).fill(3) }, current: "k" });

/** Way to make a change: through the kinds themselves, or through their tools. */
export interface Driver {
  /** Returns the change as this way can ask for it; `undefined` if it cannot. */
  fit?(given: Change): Change | undefined;
  /** Makes a change; returns `done` if the way does not tell what became of each item. */
  change(given: Change, idOf: (handle: number) => string): Promise<Outcome | "done">;
  /** Returns the ids that a search finds, best first; `undefined` if the way has no such search. */
  search(question: Question): Promise<readonly string[] | undefined>;
}

/** Parts of a run, for drivers. */
export interface RunParts {
  readonly kinds: MemoryKinds;
  readonly memory: Memory;
  readonly settings: Omit<KindsOptions, "memory">;
}

/** A run of random operations. */
export interface RandomRun {
  readonly seed: number;
  readonly steps: number;
  readonly store: MemoryStore;
  /** Root of its scopes, for stores that several runs share. */
  readonly root?: string;
  readonly drive: (parts: RunParts) => Driver;
  /** Counts what came of the changes. */
  readonly tally?: Map<string, number>;
}

/** A place where a memory and the plain model differ. */
export interface Difference {
  readonly where: string;
  readonly got: unknown;
  readonly expected: unknown;
}

interface Compared {
  readonly kinds: MemoryKinds;
  readonly model: PlainModel;
  readonly driver: Driver;
  readonly ids: Map<number, string>;
  /** Compares, and notes a difference. */
  readonly same: (got: unknown, expected: unknown) => void;
}

/**
 * Runs random operations in two scopes, and compares all with a plain model after each. Returns the
 * differences of the first step that has some.
 */
export async function runRandomly(run: RandomRun): Promise<readonly Difference[]> {
  const { seed, steps, store, root = "run", drive, tally } = run;
  let now = Date.parse("2026-03-04T10:00:00Z");
  const clock = (): Date => new Date((now += 1_000));
  const memory = createMemory({ store, clock, embedder: wordEmbedder() });
  const settings = { vault: VAULT, blockLimit: BLOCK_LIMIT, clock };
  const all = createKinds({ memory, ...settings });
  let handles = 0;
  const ids = new Map<number, string>();
  const differences: Difference[] = [];
  let where = "";
  const same = (got: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(got, expected)) differences.push({ where, got, expected });
  };
  const scopes = [[root, "a"] as const, [root, "a", "b"] as const].map(([first, ...rest]) => {
    const kinds = all.scope(first, ...rest);
    const driver = drive({ kinds, memory: memory.scope(first, ...rest), settings });
    return { kinds, driver, model: new PlainModel(() => (handles += 1), BLOCK_LIMIT), ids, same };
  });
  const picker = new Picker(seed);
  const kinds = randomKinds(picker);
  const idOf = (handle: number): string => ids.get(handle) ?? crypto.randomUUID();
  for (let step = 0; step < steps && differences.length === 0; step += 1) {
    const at = picker.integer(2);
    const [here, there] = [scopes[at], scopes[1 - at]];
    if (!here || !there) throw new Error("a scope is missing");
    const given = randomChange(picker, { model: here.model, others: there.model, kinds });
    const change = here.driver.fit ? here.driver.fit(given) : given;
    if (!change) continue;
    where = `seed ${seed}, step ${step}: ${JSON.stringify(change)}`;
    const expected = here.model.apply(change);
    const got = await here.driver.change(change, idOf);
    same(got === "done" && !("error" in expected) ? expected : got, expected);
    const came = "error" in expected ? expected.error : expected.statuses.join(" ");
    const counted = `${change.op}: ${came}`;
    tally?.set(counted, (tally.get(counted) ?? 0) + 1);
    for (const one of scopes) await compareAll(one);
    const question = randomQuestion(picker, kinds);
    where = `${where}, then ${JSON.stringify(question)}`;
    await compareSearch(here, question);
    const days = [picker.integer(9), picker.integer(9)].toSorted((a, b) => a - b);
    await compareStretch(here, days);
  }
  return differences;
}

async function compareAll({ kinds, model, ids, same }: Compared): Promise<void> {
  const blocks = (await kinds.blocks()).map(({ label, value }) => [label, value] as const);
  const plainBlocks = [...model.blocks].map(([label, { value }]) => [label, value] as const);
  same(
    new Map(blocks.filter(([, value]) => value !== "")),
    new Map(plainBlocks.filter(([, value]) => value !== "")),
  );
  for (const kind of ITEM_KINDS) {
    const items = await kinds.list(kind, { limit: 1_000 });
    const plain = model.of(kind).toReversed();
    for (const [index, { id }] of items.entries()) {
      const handle = plain[index]?.handle ?? 0;
      if (!ids.has(handle)) ids.set(handle, id);
    }
    same(
      items.map(({ id, fields, filterTags, record }) => ({
        id,
        fields,
        filterTags,
        isTrusted: record.trust > 0.5,
        secret: kind === "knowledge_vault" ? openSecret(record, VAULT) : undefined,
      })),
      plain.map(({ handle, fields, tags, isTrusted }) => ({
        id: ids.get(handle),
        fields: shownOf(fields),
        filterTags: tags,
        isTrusted,
        secret: fields["secret_value"],
      })),
    );
    const known = items.map(({ id }) => id).toReversed();
    same(
      (await kinds.read(kind, known)).map(({ id }) => id),
      known,
    );
  }
}

async function compareSearch(
  { kinds, model, ids, driver, same }: Compared,
  question: Question,
): Promise<void> {
  const { words, kind, field, method, limit, tags: filterTags } = question;
  const query = { query: words.join(" "), kind, field, method, limit, filterTags };
  const found = await kinds.search(query);
  const expected = await expectedScores(model, question);
  const best = [...expected.values()].toSorted((a, b) => b - a).slice(0, limit);
  same(
    found.map(({ score }) => round(score)),
    best.map(round),
  );
  const byId = new Map([...expected].map(([handle, score]) => [ids.get(handle), score]));
  for (const { item, score } of found) same(round(score), round(byId.get(item.id) ?? -1));
  const shown = await driver.search(question);
  if (!shown) return;
  same(
    shown,
    found.map(({ item }) => item.id),
  );
}

function round(score: number): number {
  return Number(score.toFixed(5));
}

/** Returns the scores of the items of the model that a search finds, by handle. */
async function expectedScores(
  model: PlainModel,
  { words, kind, field, method, tags }: Question,
): Promise<ReadonlyMap<number, number>> {
  const all = model.of(kind).filter((item) => hasTags(item, tags));
  const query = words.join(" ");
  if (method === "embedding") {
    const compared = all.filter(({ fields }) => fieldText(fields, field) !== "");
    return similarities(query, { compared, field });
  }
  const candidates = all.filter(({ fields }) => words.some((word) => hasWord(kind, fields, word)));
  const terms = candidates.map(({ fields }) => documentTerms(fieldText(fields, field)));
  const scores = scoreTexts({ terms: queryTerms(query) }, terms);
  return new Map(
    candidates.flatMap(({ handle, fields }, index) => {
      const own = fieldText(fields, field).split(/\s/u);
      const isFound = words.some((word) => own.includes(word));
      return isFound ? [[handle, Math.tanh(scores[index] ?? 0)] as const] : [];
    }),
  );
}

async function similarities(
  query: string,
  { compared, field }: { readonly compared: readonly PlainItem[]; readonly field: string },
): Promise<ReadonlyMap<number, number>> {
  if (compared.length === 0) return new Map();
  const texts = compared.map(({ fields }) => fieldText(fields, field));
  const { vectors } = await embedTexts(wordEmbedder(), [query, ...texts]);
  const [asked, ...others] = vectors.map((vector) => vector?.values ?? new Float32Array());
  const scoreAt = (index: number): number => {
    const values = others[index];
    return asked && values ? Math.min(Math.max(dotProduct(asked, values), 0), 1) : -1;
  };
  return new Map(compared.map(({ handle }, index) => [handle, scoreAt(index)]));
}

function hasWord(kind: ItemKind, fields: object, word: string): boolean {
  return searchableText(kind, fields).split(/\s/u).includes(word);
}

function hasTags(item: PlainItem, tags: JsonObject): boolean {
  return Object.entries(tags).every(([name, value]) => item.tags[name] === value);
}

async function compareStretch(
  { kinds, model, same }: Compared,
  [from = 0, to = 0]: readonly number[],
): Promise<void> {
  const events = await kinds.between(noonOf(from), noonOf(to));
  const times = model.of("episodic").flatMap(({ fields }) => {
    const text = fieldText(fields, "occurred_at");
    const day = Number(text.slice(8, 10)) - 1;
    return day >= from && day <= to ? [text] : [];
  });
  same(
    events.map(({ fields }) => fields.occurred_at),
    times.toSorted(),
  );
}

function noonOf(day: number): Date {
  return new Date(Date.UTC(2026, 1, 1 + day, 12));
}
