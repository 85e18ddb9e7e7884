import { invalidInput, toStorableText } from "@kioku/core/toolkit";

import { readByKeys } from "../../records/read-records.js";
import type { CoreBlock, KindWriteOptions } from "../api/memory-kinds.js";
import type { KindHost } from "../model/kind-host.js";
import { blockText, blockToInput, makeBlock, readBlocks } from "../records/block-record.js";
import { CORE, isLabel, keyPrefix } from "../records/kind-keys.js";
import { authorOf, coauthorOf, requireTrust } from "./authorship.js";
import type { KindPlan } from "./kind-plan.js";

/** Most blocks of a scope: all of them are part of every context. */
const MAX_BLOCKS = 20;

/** Change of a block. */
export interface BlockChange {
  readonly operation: "append" | "rewrite";
  readonly label: string;
  readonly text: string;
}

/** Plans to change a block. @throws `invalid-input` if it would be too long; `untrusted` */
export async function planBlock(
  host: KindHost,
  { operation, label, text: given }: BlockChange,
  options: KindWriteOptions,
): Promise<{ readonly plan: KindPlan; readonly block: CoreBlock }> {
  if (!isLabel(label)) throw invalidInput("label", "1 to 64 letters, digits, _ and -");
  if (typeof given !== "string") throw invalidInput("text", "a string");
  const isAppended = operation === "append";
  if (isAppended && given.trim() === "") throw invalidInput("text", "text that is not blank");
  const text = toStorableText(given);
  const key = `${keyPrefix(CORE)}${label}`;
  const [blocks, records] = await Promise.all([
    readBlocks(host, options),
    readByKeys(host.memory, [key], options),
  ]);
  if (blocks.length >= MAX_BLOCKS && !blocks.some(({ block }) => block.label === label)) {
    throw invalidInput("label", `that of a block: there are ${MAX_BLOCKS} already`);
  }
  // It may be no block: then a new version replaces it. Text and version are of one reading.
  const record = records.get(key);
  const old = (record && blockText(record)) ?? "";
  const value = isAppended && old !== "" ? `${old}\n${text}` : text;
  if (value.length > host.blockLimit) {
    const wish = isAppended ? "; rewrite the block in fewer words" : "";
    const allowed = `short enough for a block of at most ${host.blockLimit} characters`;
    throw invalidInput("text", `${allowed}: it would have ${value.length}${wish}`);
  }
  if (record) await requireTrust(host, [record], options);
  const author = record && isAppended ? coauthorOf(options, record) : undefined;
  const parts = blockToInput({ label, value }, { timestamp: host.clock(), operation });
  const about = author ?? authorOf(options, record ? [record] : []);
  const input = { ...parts, ...about, ifVersion: record?.version ?? 0 };
  const plan = { inputs: [input], results: [{ input: 0 }] };
  return { plan, block: makeBlock(label, value, host.blockLimit) };
}
