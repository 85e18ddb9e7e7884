import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";
import type { RecordPatch, RememberInput, SetOptions, Memory, MemoryRecord } from "@kioku/core";
import { PATCHABLE } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { forEach } from "../for-each.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";
import { takenOut, textsIn } from "../taken-out.js";

/** Members of an input that an update carries, and shows to hooks. */
const UPDATED = PATCHABLE.filter((name) => name !== "ttlMs");

/** Members of an input that are options of `set`. */
const SET = ["kind", "metadata", "origin", "trust", "importance", "ttlMs"] as const;

/** Text that every plugin lets pass, unless it asks for more than a text. */
const PLAIN = "Robins sing";

/** Other verbs that write end as `remember` does. */
export const pluginOtherVerbCases: readonly PluginCase[] = pluginCases("examples", ["examples"], {
  "each ends as declared when it comes by an update": forEach(async ({ memory }, example) => {
    const patch = patchOf(example.input);
    const plain = patch && (await plainRecord(memory, example.input));
    if (!patch || !plain) return;
    const update = (): Promise<unknown> => memory.update(plain.id, patch);
    if ("vetoed" in example) await rejectsWith("rejected-by-plugin", update, "the update");
    else await update();
    const expected = "vetoed" in example ? plain.content : example.becomes;
    assert.equal((await memory.read(plain.id))?.content, expected);
  }),
  "each ends as declared when it is set under a key, in its value too": forEach(
    async ({ memory }, example) => {
      const entry = entryOf(example.input);
      if (!entry || (await isRefused(() => memory.set("plain", PLAIN, entry.options)))) return;
      const { content, value = content } = example.input;
      const { key, options } = entry;
      const set = (): Promise<MemoryRecord> =>
        memory.set(key, value, { ...options, index: content });
      if ("vetoed" in example) {
        await rejectsWith("rejected-by-plugin", set, "the set");
        assert.equal(await memory.get(key), undefined, "what was refused is there");
        return;
      }
      const record = await set();
      assert.equal(record.content, example.becomes);
      const texts = textsIn(record.value);
      for (const word of takenOut(content, example.becomes)) {
        const isLeft = texts.some((text) => text.includes(word));
        assert.ok(!isLeft, "the value of the entry has what was taken out of the content");
      }
    },
  ),
});

/**
 * The patch that makes a record of the input; `undefined` where the input has what no hook is shown
 * by an update.
 */
function patchOf(input: RememberInput): RecordPatch | undefined {
  const isCarried = hasOnly(input, [...UPDATED, "origin", "dedupe"]);
  return isCarried ? membersOf(input, UPDATED) : undefined;
}

/**
 * A record to be changed; `undefined` where the plugin refuses all that the suite knows to be
 * innocent.
 */
async function plainRecord(
  memory: Memory,
  { origin, kind, thread }: RememberInput,
): Promise<MemoryRecord | undefined> {
  // Some plugins ask for a kind or a thread.
  for (const members of [{ origin }, { origin, kind, thread }]) {
    const receipt = await memory.remember({ content: PLAIN, ...members });
    if (receipt.status !== "rejected") return receipt.record;
  }
  return undefined;
}

/** Returns arguments of `set` for an input; `undefined` if it has what `set` does not carry. */
function entryOf(
  input: RememberInput,
): { readonly key: string; readonly options: SetOptions } | undefined {
  if (!hasOnly(input, [...SET, "content", "key", "value", "dedupe"])) return undefined;
  return { key: input.key ?? "k", options: membersOf(input, SET) };
}

function hasOnly(input: RememberInput, names: readonly string[]): boolean {
  return Object.entries(input).every(
    ([name, value]) => value === undefined || names.includes(name),
  );
}

function membersOf(input: RememberInput, names: readonly (keyof RememberInput)[]): object {
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return false;
  } catch (error) {
    if (MemoryError.is(error, "rejected-by-plugin")) return true;
    throw error;
  }
}
