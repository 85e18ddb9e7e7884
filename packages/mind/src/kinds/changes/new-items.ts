import type { JsonObject, RememberInput } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import { readByKeys } from "../../records/read-records.js";
import type { KindItem, KindWriteOptions } from "../api/memory-kinds.js";
import type { GivenFields, ItemKind, ShownFields, VaultFields } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { itemHash, itemToInput } from "../records/item-record.js";
import { hashedItemKey, newItemKey } from "../records/kind-keys.js";
import { listItems } from "../records/read-items.js";
import { fieldText } from "../schemas/field-text.js";
import { shownFields } from "../schemas/item-schemas.js";
import { textsIn } from "../vault/given-away.js";
import { openSecret, sealFields } from "../vault/seal.js";
import { isTrustedAuthor } from "./authorship.js";
import type { KindPlan, PlannedResult } from "./kind-plan.js";

/** Ended items that say the same, up to which two writers at once are noticed. */
const MOST_EQUAL = 50;

/** Items to be written. Their fields are checked. */
export interface NewItems<K extends ItemKind> {
  readonly kind: K;
  readonly items: readonly GivenFields[K][];
  readonly operation: string;
  /** Where they come from. */
  readonly author: Pick<RememberInput, "origin" | "trust" | "sources">;
  /** Ids of items that are ended by the same write. */
  readonly ended: ReadonlySet<string>;
}

/** A new item, ready to be written. */
interface Prepared<K extends ItemKind> {
  readonly given: GivenFields[K];
  /** Key that no other item has, which a secret is bound to. */
  readonly key: string;
  readonly fields: ShownFields[K];
  readonly hash: string;
  readonly secret?: JsonObject;
}

/** Plans to write items that are not there yet. */
export async function planNewItems<K extends ItemKind>(
  host: KindHost,
  asked: NewItems<K>,
  options: KindWriteOptions,
): Promise<KindPlan> {
  const { kind, operation, author, ended } = asked;
  const { filterTags = {}, signal } = options;
  const texts = asked.items.map((given) => shownText(kind, given)).join("\0");
  const prepared = asked.items.map((given) => prepare(host, { kind, given, texts }, options));
  // In this order: what takes a key later makes the write fail, and what took it before is seen.
  const keys = await freeKeys(host, { kind, prepared }, { signal });
  const same = await readSame(host, { kind, prepared }, { signal });
  // A trusted item is not left out for an untrusted one that says the same.
  const needsTrust =
    same.some(({ record }) => !isTrusted(record)) && (await isTrustedAuthor(host, options));
  const there = same.filter(({ id, record }) => {
    return !ended.has(id) && (!needsTrust || isTrusted(record));
  });
  const lastModify = { timestamp: host.clock(), operation };
  const inputs: RememberInput[] = [];
  const results: PlannedResult[] = [];
  const earlier: { readonly one: Prepared<K>; readonly input: number }[] = [];
  for (const one of prepared) {
    const { fields, secret } = one;
    const key = keys.get(one.hash) ?? one.key;
    const isSameAsStored = (item: KindItem<K>): boolean =>
      itemHash(kind, item.fields) === one.hash && hasSameSecret(host, item, one);
    const stored = there.find(isSameAsStored);
    const before = earlier.find(({ one: other }) => isSame(one, other));
    if (stored) results.push({ there: stored.record });
    else if (before) results.push({ sameAs: before.input });
    else {
      earlier.push({ one, input: inputs.length });
      results.push({ input: inputs.length });
      const parts = { fields, secret, filterTags, lastModify };
      inputs.push({ ...itemToInput(kind, parts), ...author, key, ifVersion: 0 });
    }
  }
  return { inputs, results };
}

function prepare<K extends ItemKind>(
  { vault, memory }: KindHost,
  {
    kind,
    given,
    texts,
  }: { readonly kind: K; readonly given: GivenFields[K]; readonly texts: string },
  { actor, cause, sources, filterTags }: KindWriteOptions,
): Prepared<K> {
  const key = newItemKey(kind);
  if (!isSecret(kind, given)) {
    const fields: ShownFields[K] = given as never;
    return { given, key, fields, hash: itemHash(kind, fields) };
  }
  const further = {
    "options.actor": actor,
    "options.cause": cause,
    "options.sources": sources?.join("\0"),
    "options.filterTags": filterTags && textsIn(filterTags),
    "other items": texts,
  };
  const sealed = sealFields(given, { vault, scope: memory.scopePath, key }, further);
  const fields: ShownFields[K] = sealed.fields as never;
  return { given, key, fields, hash: itemHash(kind, fields), secret: sealed.secret };
}

/** Reads the items that say the same as new ones, but for their secrets. */
async function readSame<K extends ItemKind>(
  host: KindHost,
  { kind, prepared }: { readonly kind: K; readonly prepared: readonly Prepared<K>[] },
  options: Pick<KindWriteOptions, "signal">,
): Promise<readonly KindItem<K>[]> {
  if (prepared.length === 0) return [];
  const hashes = [...new Set(prepared.map(({ hash }) => hash))];
  return listItems(host, { kind, filter: { "@value.hash": { $in: hashes } } }, options);
}

/**
 * Returns the first free keys of items by their hashes; also ended ones keep theirs. Secrets have
 * none, since they are bound to their own.
 */
async function freeKeys<K extends ItemKind>(
  { memory }: KindHost,
  { kind, prepared }: { readonly kind: K; readonly prepared: readonly Prepared<K>[] },
  options: Pick<KindWriteOptions, "signal">,
): Promise<ReadonlyMap<string, string>> {
  const free = new Map<string, string>();
  const hashes = prepared.flatMap(({ hash, secret }) => (secret === undefined ? hash : []));
  let waiting = [...new Set(hashes)];
  for (let number = 0; waiting.length > 0 && number < MOST_EQUAL; number += 1) {
    const keys = waiting.map((hash) => [hash, hashedItemKey(kind, hash, number)] as const);
    const taken = await readByKeys(
      memory,
      keys.map(([, key]) => key),
      options,
    );
    for (const [hash, key] of keys) if (!taken.has(key)) free.set(hash, key);
    waiting = waiting.filter((hash) => !free.has(hash));
  }
  return free;
}

function isSame<K extends ItemKind>(one: Prepared<K>, other: Prepared<K>): boolean {
  return one.hash === other.hash && secretIn(one.given) === secretIn(other.given);
}

/** Tests if a stored item has the secret of a new one. A secret that cannot be read is another. */
function hasSameSecret<K extends ItemKind>(
  { vault }: KindHost,
  { record }: KindItem<K>,
  { given }: Prepared<K>,
): boolean {
  const secret = secretIn(given);
  if (secret === undefined) return true;
  try {
    return openSecret(record, vault) === secret;
  } catch {
    return false;
  }
}

function secretIn(given: object): unknown {
  return "secret_value" in given ? given.secret_value : undefined;
}

/** Returns the fields of an item that are shown, as one text. */
function shownText(kind: ItemKind, given: object): string {
  return shownFields(kind)
    .map(([name]) => fieldText(given, name))
    .join("\0");
}

function isSecret(kind: ItemKind, given: object): given is VaultFields {
  return kind === "knowledge_vault" && "secret_value" in given;
}
