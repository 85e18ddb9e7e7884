import { inMemoryStore, MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { createKinds, type ItemKind, type MemoryKinds } from "../../src/kinds/index.js";
import { fieldsOf, ITEM_KINDS } from "../../src/kinds/schemas/item-schemas.js";
import { newKindsWorld, SAMPLES } from "./kinds-world.js";

/** A text that no error may quote. */
const SECRET = "hunter2-violet";
const { kinds } = newKindsWorld({ store: inMemoryStore() });
const { episodic, semantic, knowledge_vault: secret } = SAMPLES;

/** Calls a method with arguments of any type. */
function call(name: keyof MemoryKinds, ...args: readonly unknown[]): Promise<unknown> {
  const method = kinds[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return method.apply(kinds, args as unknown[]);
}

/** Returns the message of the error that a call rejects with. */
async function problemOf(calling: Promise<unknown>): Promise<string> {
  const error: unknown = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MemoryError);
  expect(error).toMatchObject({ code: "invalid-input" });
  const { message } = error as MemoryError;
  expect(message).not.toContain(SECRET);
  return message;
}

describe("wrong calls say what is wrong", () => {
  test.each([
    ["blocks", [{ limit: 1 }], /options has no option "limit"/u],
    ["append", ["no spaces", "text"], /^label must be 1 to 64 letters/u],
    ["append", ["", "text"], /^label must be/u],
    ["append", [7, "text"], /^label must be/u],
    ["append", ["human", "  "], /^text must be text that is not blank/u],
    ["append", ["human", 7], /^text must be a string/u],
    ["append", ["human", "x".repeat(5_001)], /^text must be short enough .* would have 5001/u],
    ["rewrite", ["human", "x".repeat(5_001)], /at most 5000 characters/u],
    ["rewrite", ["human", null], /^text must be a string/u],
    ["rewrite", ["human", "x", { trust: 2 }], /^options.trust must be/u],
    ["rewrite", ["human", "x", { origin: "me" }], /^options.origin must be one of/u],
    ["rewrite", ["human", "x", { sources: "id" }], /^options.sources must be a list/u],
    ["rewrite", ["human", "x", { scope: [] }], /^options has no option "scope"/u],
    ["insert", ["core", []], /^kind must be one of episodic/u],
    ["insert", ["semantic", semantic], /^items must be a list of items/u],
    ["insert", ["semantic", Array(101).fill(semantic)], /^items must be at most 100 items/u],
    ["insert", ["semantic", [7]], /^items\[0\] must be an object with name, summary/u],
    ["insert", ["semantic", [null]], /^items\[0\] must be an object/u],
    ["insert", ["semantic", [[]]], /^items\[0\] must be an object/u],
    ["insert", ["semantic", [semantic], { filterTags: { "a b": 1 } }], /^options.filterTags must/u],
    ["insert", ["semantic", [semantic], { filterTags: { a: {} } }], /^options.filterTags.a must/u],
    ["insert", ["semantic", [semantic], { filterTags: [] }], /^options.filterTags must be an obj/u],
    ["replace", ["semantic", undefined], /^change.ids must be a list of ids/u],
    ["replace", ["semantic", { ids: [], items: [] }], /^change.ids must be .* at least one id/u],
    ["replace", ["semantic", { ids: [""], items: [] }], /^change.ids\[0\] must be/u],
    ["replace", ["semantic", { ids: ["a"] }], /^change.items must be a list/u],
    ["replace", ["semantic", { ids: ["a"], items: [{}] }], /^change.items\[0\] needs the field/u],
    ["replace", ["semantic", { ids: ["a"], items: [], id: 1 }], /^change has no option "id"/u],
    ["merge", [7, {}], /^id must be a list of ids|^id must be/u],
    ["merge", ["a", { name: "x" }], /^text has no option "name"/u],
    ["merge", ["a", "text"], /^text must be an object/u],
    ["read", ["semantic", "id"], /^ids must be a list of ids/u],
    ["read", ["semantic", [7]], /^ids must be a list of ids/u],
    ["read", ["all", []], /^kind must be one of/u],
    ["list", ["semantic", { limit: 0 }], /^options.limit must be/u],
    ["list", ["semantic", { limit: 1_001 }], /^options.limit must be/u],
    ["list", [undefined], /^kind must be one of/u],
    ["search", [undefined], /^query must be an object/u],
    ["search", [{ query: " " }], /^query.query must be text that is not blank/u],
    ["search", [{ query: "x".repeat(4_001) }], /^query.query must be at most 4000/u],
    ["search", [{ query: "x", limit: 101 }], /^query.limit must be/u],
    ["search", [{ query: "x", kind: "core" }], /^query.kind must be episodic, .* or all/u],
    ["search", [{ query: "x", field: "summary" }], /^query.field must be left out for all kinds/u],
    ["search", [{ query: "x", method: "regex" }], /^query.method must be bm25 or embedding/u],
    ["search", [{ query: "x", reach: "below" }], /^query has no option "reach"/u],
    ["search", [{ query: "x", filterTags: { a: null } }], /^query.filterTags.a must be/u],
    ["between", ["2026-01-01", new Date()], /^from must be a valid Date/u],
    ["between", [new Date(2), new Date(1)], /^to must be at or after from/u],
    ["reveal", [7, {}], /^id must be/u],
  ] as const)("%s %j", async (name, args, message) => {
    expect(await problemOf(call(name, ...args))).toMatch(message);
  });

  test("refuse to search by meaning what is not embedded, and secrets in any way", async () => {
    const search = { kind: "resource", field: "content", query: "x" } as const;
    const problem = "query.method must be bm25 for content of resource memory";
    expect(await problemOf(call("search", { ...search, method: "embedding" }))).toBe(problem);
    for (const method of ["bm25", "embedding", undefined]) {
      const asked = { kind: "knowledge_vault", field: "secret_value", query: SECRET, method };
      expect(await problemOf(call("search", asked))).toMatch(
        /^query.field must be one of caption/u,
      );
    }
  });

  test("name the field of an item that is wrong, and quote nothing of it", async () => {
    for (const kind of ITEM_KINDS) {
      for (const [field, schema] of fieldsOf(kind)) {
        const isText = schema.type === "string" && schema.enum === undefined;
        const tooLong = isText ? ["x".repeat((schema.maxLength ?? 0) + 1)] : [];
        const wrong: readonly unknown[] = [undefined, null, 7, {}, [7], [""], ...tooLong];
        const blank = isText && schema.minLength !== 0 ? ["", " \n"] : [];
        const foreign = isText ? [] : [SECRET, []];
        for (const value of [...wrong, ...blank, ...foreign]) {
          const problem = await problemOf(insert(kind, { ...SAMPLES[kind], [field]: value }));
          expect(problem).toMatch(
            new RegExp(`^items\\[0\\](?:\\.| needs the field )${field}`, "u"),
          );
        }
      }
      const extra = { ...SAMPLES[kind], [SECRET]: "x" };
      expect(await problemOf(insert(kind, extra))).toMatch(
        /has members that are no fields; it tak/u,
      );
    }
  });

  test("refuse times that are none", async () => {
    for (const occurred_at of [
      SECRET,
      "2026-02-30 10:00:00",
      "2026-02-03 24:00:00",
      "2026-02-03T10:00:00",
      "2026-02-03",
      "20260-2-03 10:00:00",
    ]) {
      const problem = await problemOf(insert("episodic", { ...episodic, occurred_at }));
      expect(problem).toMatch(/^items\[0\]\.occurred_at must be/u);
    }
  });

  test("refuse secrets without a vault, and captions that give them away", async () => {
    const { memory } = newKindsWorld({ store: inMemoryStore() });
    const without = createKinds({ memory });
    const unsealed = without.insert("knowledge_vault", [{ ...secret, secret_value: SECRET }]);
    expect(await problemOf(unsealed)).toMatch(/vault must be given/u);
    const givenAway = { ...secret, secret_value: SECRET, caption: `Login ${SECRET}` };
    expect(await problemOf(insert("knowledge_vault", givenAway))).toMatch(/without the secret/u);
  });

  test("refuse options that cannot work", async () => {
    const { memory } = newKindsWorld({ store: inMemoryStore() });
    for (const options of [
      undefined,
      {},
      { memory: {} },
      { memory, vault: { grant: () => ({}), current: "k" } },
      { memory, model: {} },
      { memory, blockLimit: 99 },
      { memory, clock: 7 },
      { memory, blocks: 1 },
    ]) {
      expect(() => createKinds(options as never)).toThrow(MemoryError);
    }
    expect(() => createKinds({ memory }).scope("")).toThrow(MemoryError);
  });

  test("change nothing", async () => {
    for (const kind of ITEM_KINDS) expect(await kinds.list(kind)).toEqual([]);
    expect((await kinds.blocks()).map(({ value }) => value)).toEqual(["", ""]);
  });
});

async function insert(kind: ItemKind, fields: object): Promise<unknown> {
  return call("insert", kind, [fields]);
}
