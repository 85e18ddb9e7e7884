import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../../src/index.js";
import type { JsonObject, JsonValue, MemoryRoot } from "../../../src/index.js";
import { exportText, importText } from "./transfer-text.js";

/** Text as a user may write it, never blank. */
function text(maxLength = 60): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    "__proto__",
    "constructor",
    "a/b",
    "~1",
    "é",
    "e\u0301",
    "𝄞",
    "\u2028",
    "%_'\"\\",
  );
  const any = fc.string({ unit: "binary", maxLength }).map((value) => value.toWellFormed());
  return fc
    .oneof(any, fc.string({ unit: "grapheme", maxLength }), odd)
    .map((value) => (value.trim() === "" ? `x${value}` : value));
}

/** As an element of a scope: as it is, since nothing is folded. */
function element(): fc.Arbitrary<string> {
  return text(12).map((value) => value.replaceAll("\0", "0"));
}

/** A JSON object without what JSON objects here may not have. */
function json(): fc.Arbitrary<JsonObject> {
  const key = text(8).filter((name) => name !== "__proto__" && !name.includes("\0"));
  const leaf = fc.oneof(
    text(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  }));
  return fc.dictionary(key, value, { maxKeys: 4 });
}

const instant = fc.oneof(
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(new Date(-8.64e15), new Date(8.64e15), new Date(0), new Date("-000001-12-31")),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const optional: { requiredKeys: ["content"] } = { requiredKeys: ["content"] };

const input = fc.record(
  {
    content: text(200),
    kind: text(20),
    metadata: json(),
    value: json(),
    thread: text(20),
    origin: fc.constantFrom("user", "assistant", "tool", "web", "system", "import", "derived"),
    trust: share,
    importance: share,
    pinned: fc.boolean(),
    emotion: fc.record({ valence: fc.double({ min: -1, max: 1, noNaN: true }), arousal: share }),
    occurredAt: instant,
    validFrom: instant,
    ttlMs: fc.integer({ min: 86_400_000, max: 10 ** 12 }),
    sources: fc.array(text(10), { maxLength: 3 }),
    index: fc.boolean(),
  },
  optional,
);

/** One thing that somebody does with a memory. */
const action = fc.oneof(
  fc.record({
    do: fc.constant("remember" as const),
    input,
    keyed: fc.boolean(),
    once: fc.boolean(),
  }),
  fc.record({ do: fc.constant("set" as const), key: fc.nat(3), value: json() }),
  fc.record({ do: fc.constantFrom("update", "use", "forget", "purge"), which: fc.nat(20) }),
);
const actions = fc.array(fc.tuple(fc.nat(2), action), { minLength: 1, maxLength: 14 });
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function perform(
  root: MemoryRoot,
  scope: readonly string[],
  { step, act }: { readonly step: number; readonly act: Action },
): Promise<void> {
  const [first, ...rest] = scope;
  const memory = first === undefined ? root : root.scope(first, ...rest);
  const by = step % 2 === 0 ? {} : { actor: `a${step}`, cause: "because" };
  if (act.do === "remember") {
    const key = act.keyed ? { key: `key ${step % 4}` } : {};
    const once = act.once ? { idempotencyKey: `once ${step}` } : {};
    await memory.remember({ ...act.input, ...key, ...once, dedupe: "off" } as never, by);
    return;
  }
  if (act.do === "set") {
    await memory.set(`key ${act.key}`, act.value, by);
    return;
  }
  const { items } = await memory.list({ limit: 100 });
  const chosen = items[act.which % Math.max(items.length, 1)];
  if (!chosen) return;
  if (act.do === "update") await memory.update(chosen.id, { importance: 0.125 }, by);
  else if (act.do === "use") await memory.markUsed(chosen.id);
  else await memory.forget(chosen.id, { ...by, purge: act.do === "purge" });
}

test("a random memory survives an export and an import byte for byte, with all its history", async () => {
  const scopes = fc.tuple(
    fc.constant([]),
    fc.array(element(), { minLength: 1, maxLength: 3 }),
    fc.array(element(), { minLength: 1, maxLength: 3 }),
  );
  let records = 0;
  await fc.assert(
    fc.asyncProperty(scopes, actions, async (places, todo) => {
      const { memory, clock } = testMemory();
      for (const [step, [place, act]] of todo.entries()) {
        clock.now = new Date(clock.now.getTime() + 3_600_000);
        await perform(memory, places[place] ?? [], { step, act });
      }
      const written = await exportText(memory, { vectors: true });
      const copy = createMemory({ store: inMemoryStore() });
      const report = await importText(copy, written);
      expect(await exportText(copy, { vectors: true })).toBe(written);
      expect(report.queued + report.skipped + report.unchanged + report.erased).toBe(0);
      records += report.written;
    }),
    { numRuns: 150 },
  );
  expect(records).toBeGreaterThan(150);
});
