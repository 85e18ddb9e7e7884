import { MemoryError } from "@kioku/core";
import type { Embedder, Memory, MemoryRecord, Receipt } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";

import { CoalescingEmbedder } from "./batch-embedders.js";
import { MAX_TEXTS, vectorTexts } from "./item-texts.js";
import { isItem, ITEM_KIND, itemInput } from "./item.js";
import { locationName, namespaceKey, type ItemRecords } from "./namespace.js";
import type { DeleteItem, PutItem } from "./operation.js";
import type { StoreSettings } from "./store-options.js";

/** Items deleted by one call, the most in one filter. */
const MAX_LISTED = 1_000;

/** Writes of a batch to one namespace. */
interface NamespaceWrites {
  readonly view: Memory;
  /** Items with their names in errors. */
  readonly puts: readonly { readonly item: PutItem; readonly name: string }[];
  /** Ids of the existing items to delete. */
  readonly deleted: readonly string[];
}

/** Writes of a batch, and the texts to embed for them in their order. */
interface WritePlan {
  readonly groups: readonly NamespaceWrites[];
  readonly texts: readonly string[];
}

/**
 * Groups writes by namespace. The last of several writes of one key counts.
 * @throws `conflict` for a put whose key is held by a record that is no item.
 */
export function planWrites(
  writes: readonly (PutItem | DeleteItem)[],
  { records, memory }: { readonly records: ItemRecords; readonly memory: Memory },
): WritePlan {
  const last = new Map(writes.map((write) => [`${namespaceKey(write)}${write.key}`, write]));
  const groups = [...Map.groupBy(last.values(), namespaceKey).values()].flatMap((group) => {
    const puts = group.flatMap((item) => {
      if (item.type !== "put") return [];
      const name = locationName(item, memory);
      checkHolder(records(item), name);
      return [{ item, name }];
    });
    const deleted = group.flatMap((write) => {
      const record = write.type === "delete" ? records(write) : undefined;
      return isItem(record) ? [record.id] : [];
    });
    return group.slice(0, 1).map(({ view }) => ({ view, puts, deleted }));
  });
  const texts = [...last.values()].flatMap((one) =>
    one.type === "put" ? vectorTexts(one.texts) : [],
  );
  return { groups, texts };
}

function checkHolder(record: MemoryRecord | undefined, name: string): void {
  if (!record || isItem(record)) return;
  const problem = `${name} is held by a record of kind ${record.kind}, which is no item of a store`;
  throw new MemoryError("conflict", `${problem}; choose another key or another view`);
}

/**
 * Embeds all texts, then writes each namespace, then deletes items.
 * @throws `embedder-failed` before anything is written; `rejected-by-plugin` or `untrusted` after.
 */
export async function writeItems(
  { groups, texts }: WritePlan,
  settings: StoreSettings,
): Promise<void> {
  const { embedder } = settings;
  const written = groups.filter(({ puts }) => puts.length > 0);
  const embedded = embedder ? written.filter(hasTexts) : [];
  const refused: MemoryError[] = [];
  if (embedder && embedded.length > 0) {
    const shared = new CoalescingEmbedder(embedder, texts, embedded.length);
    const done = await Promise.allSettled(
      embedded.map(async (group) => shared.run((own) => putItems(group, settings, own))),
    );
    for (const result of done) {
      if (result.status === "rejected") throw result.reason;
      refused.push(...result.value);
    }
  }
  for (const group of written.filter((one) => !embedded.includes(one))) {
    refused.push(...(await putItems(group, settings)));
  }
  for (const group of groups) await deleteItems(group);
  const [first] = refused;
  if (first) throw first;
}

function hasTexts({ puts }: NamespaceWrites): boolean {
  return puts.some(({ item }) => item.texts.length > 0);
}

/** Writes the items of one namespace at once and returns an error for each refused one. */
async function putItems(
  { view, puts }: NamespaceWrites,
  { origin }: StoreSettings,
  embedder?: Embedder,
): Promise<readonly MemoryError[]> {
  const hasVectors = embedder !== undefined;
  const inputs = puts.map(({ item }) => itemInput(item, { origin, hasVectors }));
  const receipts = embedder
    ? await memoryVectors(view, { embedder, maxTexts: MAX_TEXTS }).rememberAll(inputs)
    : await view.rememberAll(inputs);
  return puts.flatMap(({ name }, index) => refusal(receipts[index], `item with ${name}`));
}

function refusal(receipt: Receipt | undefined, name: string): readonly MemoryError[] {
  if (receipt?.status !== "rejected") return [];
  const { by, reason } = receipt;
  if (by === "trust") return [new MemoryError("untrusted", `${name} was not written: ${reason}`)];
  return [new MemoryError("rejected-by-plugin", `plugin ${by} rejected ${name}: ${reason}`)];
}

/** Deletes by id, so that a record written under the key meanwhile stays. */
async function deleteItems({ view, deleted }: NamespaceWrites): Promise<void> {
  const [only, ...more] = deleted;
  if (only !== undefined && more.length === 0) {
    await view.forget(only);
    return;
  }
  for (let start = 0; start < deleted.length; start += MAX_LISTED) {
    const ids = deleted.slice(start, start + MAX_LISTED);
    await view.forget({ filter: { "@kind": ITEM_KIND, "@id": { $in: ids } } });
  }
}
