import type { Memory, MemoryRecord, Receipt, WriteOptions } from "@kioku/core";

import type { MemoryKinds } from "../../kinds/api/memory-kinds.js";
import type { SemanticFields } from "../../kinds/model/kind-fields.js";
import { chunksOf } from "../../records/chunks-of.js";
import { objectOf } from "../../records/json.js";
import { readByKey, readPages } from "../../records/read-records.js";
import { stateInput } from "../../records/state-record.js";
import { isInjected } from "../../text/injected.js";
import { splitSentences } from "../../text/sentences.js";
import { fillCharacterText } from "../fill-character-text.js";
import { type AdoptedCard, CHARACTER } from "./card-record.js";

/** Key of the state that names the card whose lore was adopted last, as a whole. */
const ADOPTED = "mind/character-lore";
/** Most items that are looked at for those of earlier cards. */
const MOST_ITEMS = 1_000;
/** Items of one write. */
const AT_ONCE = 100;
/** Most characters of a name, and of the text of an item. */
const MAX_NAME = 300;
const MAX_DETAILS = 20_000;

/** A card that was adopted, and where its lore goes. */
interface Lore extends AdoptedCard {
  readonly kinds: MemoryKinds;
  readonly record: MemoryRecord;
  readonly isNew: boolean;
}

/** Makes the lore book semantic items with the card as their source, in place of earlier ones. */
export async function adoptLore(
  memory: Memory,
  lore: Lore,
  options: WriteOptions,
): Promise<readonly Receipt[]> {
  const { kinds, record, trust, isNew } = lore;
  const { signal } = options;
  const cards = new Set<string>();
  const query = { kinds: [CHARACTER], includeRetired: true, includeArchived: true };
  for await (const page of readPages(memory, query, { signal })) {
    for (const { id } of page) cards.add(id);
  }
  const items = await kinds.list("semantic", { limit: MOST_ITEMS, signal });
  const ofCards = items.filter((item) => item.record.sources.some((id) => cards.has(id)));
  const done = await readByKey(memory, ADOPTED, { signal });
  // Entries that were forgotten do not come back with each start of a program.
  if (!isNew && objectOf(done?.value)["card"] === record.id) return [];
  const ended = ofCards.map(({ id }) => id);
  for (const some of chunksOf(ended, AT_ONCE)) {
    await kinds.replace("semantic", { ids: some, items: [] }, { ...options, origin: "import" });
  }
  const receipts: Receipt[] = [];
  for (const some of chunksOf(itemsOf(lore), AT_ONCE)) {
    const from = { origin: "import", trust, sources: [record.id] } as const;
    receipts.push(...(await kinds.insert("semantic", some, { ...options, ...from })));
  }
  const state = stateInput(ADOPTED, { card: record.id });
  await memory.remember({ ...state, sources: [record.id] }, options);
  return receipts;
}

function itemsOf({ card, user }: Lore): readonly SemanticFields[] {
  const fill = (text: string, most: number): string =>
    fillCharacterText(text, { ...card, user })
      .slice(0, most)
      .trim();
  const items = card.lore.map((entry): SemanticFields => {
    const [name, details] = [fill(entry.name, MAX_NAME), fill(entry.content, MAX_DETAILS)];
    const summary = splitSentences(details)[0] ?? name;
    return { name, summary, details, source: `character card of ${card.name}` };
  });
  return items.filter(({ name, details }) => {
    return name !== "" && details !== "" && !isInjected(`${name}\n${details}`);
  });
}
