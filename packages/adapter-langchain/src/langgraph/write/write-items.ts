import { MemoryError } from "@kioku/core";
import type { Embedder, Receipt } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";

import { GatheredEmbedder } from "../embed/gathered-embedder.js";
import { ITEM_KIND } from "../item/item-facts.js";
import { itemInput } from "../item/item-input.js";
import type { StoreSettings } from "../store-settings.js";
import { MAX_TEXTS, vectorTexts } from "../text/item-texts.js";
import type { NamespaceWrites } from "./group-writes.js";

/** Items that are deleted by one call: as many as a filter may list. */
const MAX_LISTED = 1_000;

/**
 * Writes and deletes items: first all texts are embedded, then each namespace is written, then
 * items are deleted.
 * @throws `embedder-failed` before anything is written; `rejected-by-plugin` and `untrusted` if an
 *   item was refused, after the others were written.
 */
export async function writeItems(
  groups: readonly NamespaceWrites[],
  settings: StoreSettings,
): Promise<void> {
  const { embedder } = settings;
  const written = groups.filter(({ puts }) => puts.length > 0);
  const asking = embedder ? written.filter(hasTexts) : [];
  const refused: MemoryError[] = [];
  if (embedder && asking.length > 0) {
    const puts = asking.flatMap((group) => group.puts).toSorted((a, b) => a.place - b.place);
    const order = puts.flatMap(({ item }) => vectorTexts(item.texts));
    const gathered = new GatheredEmbedder(embedder, order, asking.length);
    const done = await Promise.allSettled(
      asking.map(async (group) => gathered.run((own) => putItems(group, settings, own))),
    );
    for (const result of done) {
      if (result.status === "rejected") throw result.reason;
      refused.push(...result.value);
    }
  }
  for (const group of written.filter((one) => !asking.includes(one))) {
    refused.push(...(await putItems(group, settings)));
  }
  for (const group of groups) await deleteItems(group);
  const [first] = refused;
  if (first) throw first;
}

function hasTexts({ puts }: NamespaceWrites): boolean {
  return puts.some(({ item }) => item.texts.length > 0);
}

/**
 * Writes the items of one namespace at once, with vectors by an embedder if there is one, and says
 * which were refused.
 */
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

/** By id: a record that others write under the key in between is not theirs to lose. */
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
