import type { CallOptions, MemoryRecord, RememberInput } from "@kioku/core";

import { objectOf } from "../../records/json.js";
import { listByPrefix } from "../../records/read-records.js";
import type { CoreBlock } from "../api/memory-kinds.js";
import type { KindHost } from "../model/kind-host.js";
import { CORE, isLabel, keyPrefix } from "./kind-keys.js";

/** Blocks that are always there. */
const ALWAYS = ["persona", "human"];
/** Shares of the limit from which on a block has a warning. */
const GETTING_FULL = 0.75;
const NEARLY_FULL = 0.9;

/** A block and its record; none if nothing was written. */
export interface StoredBlock {
  readonly block: CoreBlock;
  readonly record: MemoryRecord | undefined;
}

/** Reads all blocks, `persona` and `human` first. What is not as blocks are written is none. */
export async function readBlocks(
  { memory, blockLimit }: KindHost,
  options: CallOptions,
): Promise<readonly StoredBlock[]> {
  const records = await listByPrefix(memory, keyPrefix(CORE), options);
  const stored = records.flatMap((record) => {
    const label = record.key?.slice(keyPrefix(CORE).length);
    const text = blockText(record);
    return isLabel(label) && text !== undefined ? [{ label, text, record }] : [];
  });
  const labels = [...new Set([...ALWAYS, ...stored.map(({ label }) => label)])];
  return labels.map((label) => {
    const { text = "", record } = stored.find((one) => one.label === label) ?? {};
    return { block: makeBlock(label, text, blockLimit), record };
  });
}

/** Returns the text of a block; `undefined` for a record that is none, or has been ended. */
export function blockText({ kind, value, validTo }: MemoryRecord): string | undefined {
  const { text } = objectOf(value);
  return kind === CORE && validTo === undefined && typeof text === "string" ? text : undefined;
}

/** Makes a block, with a warning where it is nearly full. */
export function makeBlock(label: string, value: string, limit: number): CoreBlock {
  const share = value.length / limit;
  if (share >= NEARLY_FULL) return { label, value, limit, warning: "nearly-full" };
  if (share >= GETTING_FULL) return { label, value, limit, warning: "getting-full" };
  return { label, value, limit };
}

/** Returns the members of an input that say what a block is. */
export function blockToInput(
  { label, value }: Pick<CoreBlock, "label" | "value">,
  lastModify: { readonly timestamp: Date; readonly operation: string },
): Pick<RememberInput, "content" | "key" | "kind" | "value" | "form" | "index"> {
  const { timestamp, operation } = lastModify;
  return {
    // A record has text. That of a block which was emptied is its name.
    content: value.trim() === "" ? label : value,
    key: `${keyPrefix(CORE)}${label}`,
    kind: CORE,
    value: { text: value, lastModify: { timestamp: timestamp.toISOString(), operation } },
    form: "statement",
    index: false,
  };
}
