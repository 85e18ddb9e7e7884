import type { CallOptions, Filter, JsonObject, ListQuery } from "@kioku/core";

import { readByIds, readPages } from "../../records/read-records.js";
import type { KindItem } from "../api/memory-kinds.js";
import type { ItemKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { recordToItem } from "./item-record.js";

/** Items that are looked up, and how many of them. */
interface ItemListing<K extends ItemKind> extends Pick<ListQuery, "filter"> {
  readonly kind: K;
  /** @defaultValue all */
  readonly limit?: number | undefined;
}

/** Lists items of a kind that hold, the newest first. */
export async function listItems<K extends ItemKind>(
  { memory }: Pick<KindHost, "memory">,
  { kind, filter, limit = Number.POSITIVE_INFINITY }: ItemListing<K>,
  { signal }: CallOptions,
): Promise<readonly KindItem<K>[]> {
  const items: KindItem<K>[] = [];
  const query = { kinds: [kind], filter, order: "desc" } as const;
  const most = Math.min(limit, 1_000);
  for await (const page of readPages(memory, { ...query, limit: most }, { signal })) {
    items.push(...page.flatMap((record) => recordToItem(kind, record) ?? []));
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
}

/** Reads items of a kind by id, in order; those that are not there are left out. */
export async function readItems<K extends ItemKind>(
  { memory }: Pick<KindHost, "memory">,
  asked: { readonly kind: K; readonly ids: readonly string[] },
  { signal }: CallOptions,
): Promise<readonly KindItem<K>[]> {
  const records = await readByIds(memory, asked.ids, { signal });
  return [...new Set(asked.ids)].flatMap((id) => {
    const record = records.get(id);
    return (record && recordToItem(asked.kind, record)) ?? [];
  });
}

/** Returns a filter of the items with all of these tags. */
export function withTags(tags: JsonObject | undefined): Filter | undefined {
  const conditions = Object.entries(tags ?? {}).flatMap(([name, value]): readonly Filter[] => {
    const isPlain = typeof value !== "object" && value !== undefined;
    return isPlain ? [{ [`@value.filterTags.${name}`]: value }] : [];
  });
  return conditions.length === 0 ? undefined : { $and: conditions };
}
