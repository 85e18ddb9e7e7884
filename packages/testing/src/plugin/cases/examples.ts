import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";
import type { Receipt } from "@kioku/core";

import { recordOf } from "../../memory/stored.js";
import { endingOf, endingOfReceipt } from "../ending-of.js";
import { forEach } from "../for-each.js";
import { repeated } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";
import type { PluginExample } from "../plugin-options.js";

/** Inputs beside an example in a batch. */
const NEIGHBOURS = [
  { content: "Robins sing long before sunrise" },
  { content: "The orchestra played a symphony" },
] as const;

/** Remembered examples end as declared. */
export const pluginExampleCases: readonly PluginCase[] = pluginCases("examples", ["examples"], {
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
});

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
