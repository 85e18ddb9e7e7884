import { type JsonObject, MemoryError } from "@kioku/core";
import { checkMembers, checkTexts, invalidInput, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import type { KindItem, KindWriteOptions } from "../api/memory-kinds.js";
import type { EpisodicFields, GivenFields, ItemKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { itemToInput, recordToInput } from "../records/item-record.js";
import { readItems } from "../records/read-items.js";
import { checkFields } from "../schemas/check-fields.js";
import { MAX_ITEMS } from "../schemas/kind-properties.js";
import { authorOf, coauthorOf, requireTrust } from "./authorship.js";
import type { KindPlan } from "./kind-plan.js";
import { planNewItems } from "./new-items.js";

/** Plans to insert items. @throws `invalid-input` */
export async function planInsert<K extends ItemKind>(
  host: KindHost,
  asked: { readonly kind: K; readonly items: readonly GivenFields[K][] },
  options: KindWriteOptions,
): Promise<KindPlan> {
  const { kind } = asked;
  const items = checkItems(kind, asked.items, "items");
  const author = authorOf(options);
  const ended: ReadonlySet<string> = new Set();
  return planNewItems(host, { kind, items, operation: "insert", author, ended }, options);
}

/** Plans to end items and insert others. @throws as `replace` */
export async function planReplace<K extends ItemKind>(
  host: KindHost,
  asked: {
    readonly kind: K;
    readonly ids: readonly string[];
    readonly items: readonly GivenFields[K][];
  },
  options: KindWriteOptions,
): Promise<KindPlan> {
  checkMembers(asked, "change", ["kind", "ids", "items"]);
  const { kind } = asked;
  const ids = checkIds(asked.ids, "change.ids");
  if (ids.length === 0) throw invalidInput("change.ids", "a list of at least one id");
  const items = checkItems(kind, asked.items, "change.items");
  const old = await requireItems(host, { kind, ids, name: "change.ids" }, options);
  const records = old.map(({ record }) => record);
  await requireTrust(host, records, options);
  const author = authorOf(options, records);
  const ended = new Set(ids);
  const next = { kind, items, operation: "replace", author, ended };
  const filterTags = options.filterTags ?? sharedTags(old);
  const { inputs, results } = await planNewItems(host, next, { ...options, filterTags });
  const now = host.clock();
  const ends = records.map((record) => ({ ...recordToInput(record, now), validTo: now }));
  // The new ones come first, so that the results name them by their index.
  return { inputs: [...inputs, ...ends], results };
}

/** Plans to rewrite summary and details of an event. @throws as `merge` */
export async function planMerge(
  host: KindHost,
  asked: { readonly id: string; readonly text: Pick<EpisodicFields, "summary" | "details"> },
  options: KindWriteOptions,
): Promise<KindPlan> {
  const kind = "episodic";
  const [id = ""] = checkIds([asked.id], "id");
  checkMembers(asked.text, "text", ["summary", "details"]);
  const [old] = await requireItems(host, { kind, ids: [id], name: "id" }, options);
  if (!old) return { inputs: [], results: [] };
  const { record } = old;
  const fields = checkFields(kind, { ...old.fields, ...asked.text }, "text");
  await requireTrust(host, [record], options);
  const now = host.clock();
  const filterTags = options.filterTags ?? old.filterTags;
  const lastModify = { timestamp: now, operation: "merge" };
  const parts = itemToInput(kind, { fields, filterTags, lastModify });
  const input = { ...recordToInput(record, now), ...parts, ...coauthorOf(options, record) };
  return { inputs: [input], results: [{ input: 0 }] };
}

/** Returns the tags that all items have. */
function sharedTags([first, ...others]: readonly KindItem[]): JsonObject {
  const tags = Object.entries(first?.filterTags ?? {});
  return Object.fromEntries(
    tags.filter(([name, tag]) => others.every(({ filterTags }) => filterTags[name] === tag)),
  );
}

/** Checks ids of items, each of which counts once. */
export function checkIds(given: unknown, name: string): readonly string[] {
  if (!Array.isArray(given)) throw invalidInput(name, "a list of ids");
  if (given.length > MAX_ITEMS) throw invalidInput(name, `at most ${MAX_ITEMS} ids`);
  if (!given.every((id) => typeof id === "string")) throw invalidInput(name, "a list of ids");
  return [...new Set(checkTexts(given, name, MAX_NAME_LENGTH))];
}

function checkItems<K extends ItemKind>(
  kind: K,
  given: unknown,
  name: string,
): readonly GivenFields[K][] {
  if (!Array.isArray(given)) throw invalidInput(name, "a list of items");
  if (given.length > MAX_ITEMS) throw invalidInput(name, `at most ${MAX_ITEMS} items`);
  return Array.from(given, (one: unknown, at) => checkFields(kind, one, `${name}[${at}]`));
}

/** @throws `not-found` */
async function requireItems<K extends ItemKind>(
  host: KindHost,
  asked: { readonly kind: K; readonly ids: readonly string[]; readonly name: string },
  { signal }: KindWriteOptions,
): Promise<readonly KindItem<K>[]> {
  const { kind, ids, name } = asked;
  const items = await readItems(host, { kind, ids }, { signal });
  if (items.length === ids.length) return items;
  const missing = ids.findIndex((id) => !items.some((item) => item.id === id));
  const which = name === "id" ? name : `${name}[${missing}]`;
  throw new MemoryError("not-found", `${which} is not the id of an item of ${kind} memory`);
}
