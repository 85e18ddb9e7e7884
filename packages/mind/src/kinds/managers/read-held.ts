import type { CallOptions } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import type { Turn } from "../../model/turn.js";
import type { KindItem } from "../api/memory-kinds.js";
import type { ItemKind, MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { readBlocks } from "../records/block-record.js";
import { recordToItem } from "../records/item-record.js";
import { listItems, readItems } from "../records/read-items.js";
import { fieldText } from "../schemas/field-text.js";
import type { HeldItem } from "./manager-view.js";

/** Items that fit the turns best, and the newest ones, that a manager is shown. */
const MOST_FITTING = 15;
const MOST_NEWEST = 10;
const MAX_QUERY_LENGTH = 4_000;

/** Reads what a manager is shown of its kind: all blocks, or items that fit, and the newest. */
export async function readHeld(
  host: KindHost,
  asked: { readonly kind: MemoryKind; readonly turns: readonly Turn[] },
  options: CallOptions,
): Promise<readonly HeldItem[]> {
  const { kind, turns } = asked;
  if (kind === "core") return readHeldBlocks(host, options);
  const [fitting, newest] = await Promise.all([
    findFitting(host, { kind, turns }, options),
    listItems(host, { kind, limit: MOST_NEWEST }, options),
  ]);
  const items = new Map([...fitting, ...newest].map((item) => [item.id, toHeld(item)]));
  return [...items.values()];
}

/** Reads the same ones again as they are now, without those that are gone. */
export async function readHeldAgain(
  host: KindHost,
  asked: { readonly kind: MemoryKind; readonly ids: readonly string[] },
  options: CallOptions,
): Promise<readonly HeldItem[]> {
  const { kind, ids } = asked;
  if (kind === "core") return readHeldBlocks(host, options);
  return (await readItems(host, { kind, ids }, options)).map(toHeld);
}

async function readHeldBlocks(host: KindHost, options: CallOptions): Promise<readonly HeldItem[]> {
  const stored = await readBlocks(host, options);
  return stored.map(({ block: { label, value, limit }, record }) => ({
    id: label,
    name: label,
    text: value,
    limit,
    isTrusted: record !== undefined && isTrusted(record),
    version: record?.version ?? 0,
  }));
}

async function findFitting(
  { memory }: KindHost,
  { kind, turns }: { readonly kind: ItemKind; readonly turns: readonly Turn[] },
  { signal }: CallOptions,
): Promise<readonly KindItem[]> {
  const said = turns.map(({ text }) => text).join("\n");
  const query = said.slice(-MAX_QUERY_LENGTH).toWellFormed();
  if (query.trim() === "") return [];
  const asked = { query, kinds: [kind], limit: MOST_FITTING, minScore: 0 };
  const found = await memory.recall(asked, { signal });
  return found.flatMap((record) => recordToItem(kind, record) ?? []);
}

function toHeld({ id, fields, record }: KindItem): HeldItem {
  const name = ["name", "title", "caption", "summary"].find((one) => one in fields) ?? "";
  return {
    id,
    name: fieldText(fields, name),
    text: record.content,
    isTrusted: isTrusted(record),
    version: record.version,
  };
}
