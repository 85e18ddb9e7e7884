import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";
import type {
  Memory,
  MemoryRecord,
  Receipt,
  RecordPatch,
  RememberInput,
  SetOptions,
} from "@kioku/core";
import { PATCHABLE } from "@kioku/core/toolkit";

import { recordOf } from "../../memory/stored.js";
import { rejectsWith } from "../../rejects-with.js";
import { endingOf, endingOfReceipt, removedWords, textsIn } from "../endings.js";
import { forEach, pluginCases, type PluginCase } from "../plugin-case.js";
import { ORDINARY, repeated } from "../plugin-inputs.js";
import type { PluginExample } from "../plugin-options.js";

/** Inputs beside an example in a batch. */
const NEIGHBOURS = [
  { content: "Robins sing long before sunrise" },
  { content: "The orchestra played a symphony" },
] as const;

function expectEnding(receipt: Receipt, example: PluginExample, plugin: string): void {
  if ("vetoed" in example) {
    assert.ok(receipt.status === "rejected", `it should be vetoed, and was ${receipt.status}`);
    assert.equal(receipt.by, plugin);
    return;
  }
  const why = receipt.status === "rejected" ? `, by ${receipt.by}: ${receipt.reason}` : "";
  assert.ok(receipt.status === "stored", `it should be stored, and was ${receipt.status}${why}`);
  assert.equal(receipt.record.content, example.becomes);
}

/** Members of an input that an update carries, and shows to hooks. */
const UPDATED = PATCHABLE.filter((name) => name !== "ttlMs");

/** Members of an input that are options of `set`. */
const SET = ["kind", "metadata", "origin", "trust", "importance", "ttlMs"] as const;

/** Text that every plugin lets pass, unless it asks for more than a text. */
const PLAIN = "Robins sing";

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

export const pluginExamplesCases: readonly PluginCase[] = [
  ...pluginCases("examples", ["examples"], {
    "each ends as declared when it is remembered": forEach(async ({ memory, watched }, example) => {
      const receipt = await memory.remember(example.input);
      expectEnding(receipt, example, watched.plugin.id);
    }),
    async "each ends as declared in a batch, and the others of the batch as without it"({
      createWorld,
      options,
    }) {
      for (const example of options.examples) {
        const { memory, watched } = await createWorld();
        const [first, last] = NEIGHBOURS;
        const [before, receipt, after] = await memory.rememberAll([first, example.input, last]);
        assert.ok(receipt && receipt.status !== "duplicate", "the batch has no receipt for it");
        expectEnding(receipt, example, watched.plugin.id);
        const alone = [await createWorld(), await createWorld()];
        for (const [index, other] of [before, after].entries()) {
          const world = alone[index]?.memory ?? memory;
          const expected = await endingOf(world, NEIGHBOURS[index] ?? first);
          assert.deepEqual(other && endingOfReceipt(other), expected, "beside it in the batch");
        }
      }
    },
    "what it has let pass it leaves as it is when it passes again": forEach(
      async ({ memory }, example) => {
        if ("vetoed" in example) return;
        const record = recordOf(await memory.remember(example.input));
        await memory.update(record.id, { metadata: { seen: true } });
        assert.equal((await memory.read(record.id))?.content, example.becomes, "after an update");
        const again = { ...repeated(example.input), content: record.content };
        assert.equal(recordOf(await memory.remember(again)).content, example.becomes, "again");
      },
    ),
    "a veto does not quote what it refuses": forEach(async ({ memory }, example) => {
      if (!("vetoed" in example)) return;
      const { content } = example.input;
      const { secret = content } = example;
      const receipt = await memory.remember(example.input);
      assert.ok(receipt.status === "rejected", `the receipt says ${receipt.status}`);
      // The messages do not show what is quoted either: reports of tests are kept.
      assert.ok(!receipt.reason.includes(secret), "the reason in the receipt quotes the memory");
      const error = await memory.set("k", content).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      const message = MemoryError.is(error, "rejected-by-plugin") ? error.message : "";
      assert.ok(!message.includes(secret), "the message of the error quotes the memory");
    }),
  }),
  ...pluginCases("examples", ["examples"], {
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
        for (const word of removedWords(content, example.becomes)) {
          const isLeft = texts.some((text) => text.includes(word));
          assert.ok(!isLeft, "the value of the entry has what was taken out of the content");
        }
      },
    ),
  }),
  ...pluginCases("ordinary memories", ["claim to leave ordinary memories alone"], {
    async "they are written as they are given"({ world, bare }) {
      for (const input of ORDINARY) {
        const expected = await endingOf(bare.memory, input);
        assert.deepEqual(await endingOf(world.memory, input), expected);
      }
    },
    async "they are found in the order in which they are found without it"({ world, bare }) {
      await Promise.all([bare, world].map(({ memory }) => memory.rememberAll(ORDINARY)));
      for (const query of ["when is the rent due?", "the robins and the orchestra", "绿茶"]) {
        const [expected, found] = await Promise.all(
          [bare, world].map(async ({ memory }) =>
            (await memory.recall(query)).map(({ content }) => content),
          ),
        );
        assert.deepEqual(found, expected);
      }
    },
  }),
];
