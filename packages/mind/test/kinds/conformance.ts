import type { MemoryPlugin, MemoryStore } from "@kioku/core";
import { describe, expect, test } from "vitest";

import type { ItemKind, MemoryKinds } from "../../src/kinds/index.js";
import { ITEM_KINDS, SCHEMAS } from "../../src/kinds/schemas/item-schemas.js";
import { idsOf, newKindsWorld, SAMPLES, shownOf } from "./kinds-world.js";

const RARE = "kangaroo";

/** Returns the items of all kinds, and the blocks, to see that nothing has changed. */
async function stateOf(kinds: MemoryKinds): Promise<unknown> {
  const items = await Promise.all(ITEM_KINDS.map((kind) => kinds.list(kind)));
  return { items, blocks: await kinds.blocks() };
}

function dayOf(item: { readonly fields: { readonly occurred_at: string } }): number {
  return Number(item.fields.occurred_at.slice(8, 10));
}

function names(items: readonly { readonly fields: { readonly name: string } }[]): string[] {
  return items.map(({ fields }) => fields.name).toSorted();
}

/** A plugin that refuses what contains a word. */
function refusing(word: string): MemoryPlugin {
  return {
    id: "refusing",
    hooks: {
      beforeRemember: ({ content }) => (content.includes(word) ? { veto: "not here" } : undefined),
    },
  };
}

/** Registers the tests that the six kinds pass on every store. */
export function kindsConformance(name: string, newStore: () => MemoryStore): void {
  describe(`the six kinds ${name}`, () => {
    test("have blocks, which grow by lines and are replaced as a whole", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const empty = [
        { label: "persona", value: "", limit: 5_000 },
        { label: "human", value: "", limit: 5_000 },
      ];
      expect(await kinds.blocks()).toEqual(empty);
      await kinds.append("plans", "Learn 法语.");
      await kinds.append("human", "Mei, a gardener.");
      const block = await kinds.append("human", "住在波尔图。");
      expect(block).toEqual({
        label: "human",
        value: "Mei, a gardener.\n住在波尔图。",
        limit: 5_000,
      });
      const rewritten = await kinds.rewrite("persona", "Calm and brief.");
      const labels = ["persona", "human", "plans"];
      const [persona, human, ...others] = await kinds.blocks();
      expect([persona, human]).toEqual([rewritten, block]);
      expect([persona, human, ...others].map((one) => one?.label)).toEqual(labels);
      await kinds.rewrite("human", "");
      expect((await kinds.blocks())[1]).toEqual(empty[1]);
      await kinds.append("human", "Mei.");
      expect((await kinds.blocks())[1]?.value).toBe("Mei.");
    });

    test("warn of blocks that are nearly full, and refuse what is too long", async () => {
      const { kinds } = newKindsWorld({ store: newStore(), blockLimit: 100 });
      const warningAt = async (length: number): Promise<string | undefined> =>
        (await kinds.rewrite("human", "x".repeat(length))).warning;
      for (const [length, warning] of [
        [74, undefined],
        [75, "getting-full"],
        [89, "getting-full"],
        [90, "nearly-full"],
        [100, "nearly-full"],
      ] as const) {
        expect(await warningAt(length)).toBe(warning);
      }
      const full = (await kinds.blocks())[1];
      await expect(kinds.append("human", "y")).rejects.toMatchObject({ code: "invalid-input" });
      await expect(kinds.rewrite("human", "y".repeat(101))).rejects.toThrow(/at most 100 char/u);
      expect((await kinds.blocks())[1]).toEqual(full);
    });

    test.each(ITEM_KINDS)("keep %s items with their fields, tags and history", async (kind) => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const filterTags = { team: "garden", year: 2026, isOpen: true };
      const options = { filterTags, actor: "tool:test", cause: "told" };
      const receipts = await kinds.insert(kind, [SAMPLES[kind]], options);
      expect(receipts.map(({ status }) => status)).toEqual(["stored"]);
      const ids = idsOf(receipts);
      const [item, ...others] = await kinds.read(kind, ids);
      expect(others).toEqual([]);
      expect(item).toMatchObject({ id: ids[0], kind, filterTags, fields: shownOf(SAMPLES[kind]) });
      expect(item?.fields).toEqual(shownOf(SAMPLES[kind]));
      expect(item?.lastModify).toEqual({
        timestamp: expect.any(Date) as Date,
        operation: "insert",
      });
      expect(item?.record).toMatchObject({ kind, origin: "assistant", trust: 1, version: 1 });
      expect(item?.record.key).toMatch(new RegExp(`^kinds/${kind}/[0-9a-f-]{36}$`, "u"));
      expect(await kinds.list(kind)).toEqual([item]);
      const history = await memory.scope("mei").history(ids[0] ?? "");
      expect(history).toMatchObject([{ actor: "tool:test", cause: "told", change: "created" }]);
      const all = JSON.stringify(history);
      expect(all).not.toContain(SAMPLES.knowledge_vault.secret_value);
      expect(await kinds.read("episodic" === kind ? "semantic" : "episodic", ids)).toEqual([]);
    });

    test.each(ITEM_KINDS)("insert %s items once", async (kind) => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const first = await kinds.insert(kind, [SAMPLES[kind], SAMPLES[kind]]);
      const again = await kinds.insert(kind, [SAMPLES[kind]], { filterTags: { other: 1 } });
      expect(first.map(({ status }) => status)).toEqual(["stored", "duplicate"]);
      expect(again.map(({ status }) => status)).toEqual(["duplicate"]);
      const ids = idsOf([...first, ...again]);
      expect(new Set(ids).size).toBe(1);
      expect(await kinds.list(kind)).toHaveLength(1);
      await kinds.replace(kind, { ids: ids.slice(0, 1), items: [] });
      const later = await kinds.insert(kind, [SAMPLES[kind]]);
      expect(later.map(({ status }) => status)).toEqual(["stored"]);
      expect(idsOf(later)).not.toEqual(ids.slice(0, 1));
    });

    test("tell secrets of one caption apart", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const other = { ...SAMPLES.knowledge_vault, secret_value: "amber-lynx-2210" };
      await kinds.insert("knowledge_vault", [SAMPLES.knowledge_vault]);
      const receipts = await kinds.insert("knowledge_vault", [other, SAMPLES.knowledge_vault]);
      expect(receipts.map(({ status }) => status)).toEqual(["stored", "duplicate"]);
      expect(await kinds.list("knowledge_vault")).toHaveLength(2);
    });

    test.each(ITEM_KINDS)("replace %s items in one write, and keep what was", async (kind) => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const [field = ""] = Object.keys(SCHEMAS[kind].searchable);
      const changed = (text: string): never => {
        const value = field === "steps" ? [text] : text;
        return { ...SAMPLES[kind], [field]: value } as never;
      };
      const ids = idsOf(await kinds.insert(kind, [SAMPLES[kind], changed("Old orchid.")]));
      const kept = idsOf(await kinds.insert(kind, [changed("Something else.")]));
      const change = { ids, items: [changed("New orchid."), changed("Newer fern.")] };
      const receipts = await kinds.replace(kind, change);
      expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
      const there = (await kinds.list(kind)).map(({ id }) => id);
      expect(there.toSorted()).toEqual([...kept, ...idsOf(receipts)].toSorted());
      expect(await kinds.read(kind, ids)).toEqual([]);
      const found = await kinds.search({ kind, query: "orchid", method: "bm25", field });
      expect(found.map(({ item }) => item.id)).toEqual(idsOf(receipts).slice(0, 1));
      const own = memory.scope("mei");
      const old = await own.read(ids[0] ?? "");
      expect(old).toMatchObject({ version: 2, validTo: expect.any(Date) as Date });
      expect((await own.history(ids[0] ?? "")).map(({ change: how }) => how)).toHaveLength(2);
      for (const gone of [
        { ids, items: [] },
        { ids: [...kept, ...ids], items: [] },
      ]) {
        await expect(kinds.replace(kind, gone)).rejects.toMatchObject({ code: "not-found" });
      }
      expect((await kinds.list(kind)).map(({ id }) => id)).toEqual(there);
    });

    test("merge an event, which keeps its id, time and tags", async () => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const given = SAMPLES.episodic;
      const [id = ""] = idsOf(await kinds.insert("episodic", [given], { filterTags: { a: 1 } }));
      const text = { summary: "Mei planted 40 tulips.", details: "And two roses, 玫瑰。" };
      const merged = await kinds.merge(id, text, { actor: "ana" });
      expect(merged).toMatchObject({ id, filterTags: { a: 1 }, fields: { ...given, ...text } });
      expect(merged.lastModify.operation).toBe("merge");
      expect(await kinds.list("episodic")).toEqual([merged]);
      const roses = { kind: "episodic", field: "details", method: "bm25" } as const;
      expect(await kinds.search({ ...roses, query: "玫瑰" })).toMatchObject([{ item: { id } }]);
      expect(await kinds.search({ ...roses, query: "garden" })).toEqual([]);
      const own = memory.scope("mei");
      expect(await own.history(id)).toMatchObject([{ version: 1 }, { version: 2, actor: "ana" }]);
      await kinds.replace("episodic", { ids: [id], items: [] });
      await expect(kinds.merge(id, text)).rejects.toMatchObject({ code: "not-found" });
      const [other = ""] = idsOf(await kinds.insert("semantic", [SAMPLES.semantic]));
      await expect(kinds.merge(other, text)).rejects.toMatchObject({ code: "not-found" });
    });

    const searchable = ITEM_KINDS.flatMap((kind) =>
      Object.entries(SCHEMAS[kind].searchable).flatMap(([field, methods]) =>
        methods.map((method) => [kind, field, method] as const),
      ),
    );
    test.each(searchable)("find %s items by %s, by %s", async (kind, field, method) => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const fieldNames = Object.keys(SCHEMAS[kind].searchable);
      const withRare = (inField: string): never => {
        const value = inField === "steps" ? ["first", RARE] : RARE;
        return { ...SAMPLES[kind], [inField]: value } as never;
      };
      const ids = new Map<string, string | undefined>();
      for (const one of fieldNames) {
        ids.set(one, idsOf(await kinds.insert(kind, [withRare(one)]))[0]);
      }
      await kinds.insert(kind, [SAMPLES[kind]]);
      const found = await kinds.search({ kind, query: RARE, field, method });
      expect(found[0]?.item.id).toBe(ids.get(field));
      const count = method === "bm25" ? 1 : fieldNames.length + 1;
      expect(found).toHaveLength(count);
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(await kinds.search({ kind, query: RARE, field, method, limit: 1 })).toHaveLength(1);
    });

    test("search each kind by its own field and method unless told otherwise", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      for (const kind of ITEM_KINDS) await kinds.insert(kind, [SAMPLES[kind]]);
      const kindsFound = async (query: string): Promise<readonly ItemKind[]> =>
        (await kinds.search({ query, method: "bm25" })).map(({ item }) => item.kind);
      expect(await kindsFound("tulips poodle newsletter deposit banking")).toEqual(ITEM_KINDS);
      expect(await kindsFound("garden thunder pictures landlord letter")).toEqual([]);
      expect(await kindsFound("押金")).toEqual(["resource"]);
      const byMeaning = await kinds.search({ query: "contract", method: "embedding" });
      expect(byMeaning.map(({ item }) => item.kind)).toEqual(ITEM_KINDS);
      const mixed = await kinds.search({ query: "poodle" });
      expect(mixed.map(({ item }) => item.kind)).toEqual(["episodic", "semantic", "procedural"]);
    });

    test("search by keywords where no embedder is there", async () => {
      const { kinds } = newKindsWorld({ store: newStore(), hasEmbedder: false });
      await kinds.insert("semantic", [SAMPLES.semantic]);
      const search = { kind: "semantic", method: "embedding" } as const;
      expect(await kinds.search({ ...search, query: "a poodle" })).toHaveLength(1);
      expect(await kinds.search({ ...search, query: "tulips" })).toEqual([]);
    });

    test("find only items with the tags of a host", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const { semantic } = SAMPLES;
      for (const [index, team] of ["a", "b", "a"].entries()) {
        const filterTags = { team, index };
        await kinds.insert("semantic", [{ ...semantic, name: `Rex ${index}` }], { filterTags });
      }
      for (const method of ["bm25", "embedding"] as const) {
        const find = async (filterTags: object): Promise<readonly string[]> => {
          const query = { kind: "semantic", query: "poodle", method } as const;
          const found = await kinds.search({ ...query, filterTags: filterTags as never });
          return found
            .map(({ item }) => (item.fields as { readonly name: string }).name)
            .toSorted();
        };
        expect(await find({ team: "a" })).toEqual(["Rex 0", "Rex 2"]);
        expect(await find({ team: "a", index: 2 })).toEqual(["Rex 2"]);
        expect(await find({ team: "c" })).toEqual([]);
        expect(await find({ index: "2" })).toEqual([]);
      }
    });

    test("keep the tags that all items have which another one takes the place of", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const { semantic } = SAMPLES;
      const ids: string[] = [];
      for (const index of [0, 1]) {
        const filterTags = { team: "a", index };
        const items = [{ ...semantic, name: `Rex ${index}` }];
        ids.push(...idsOf(await kinds.insert("semantic", items, { filterTags })));
      }
      const both = idsOf(await kinds.replace("semantic", { ids, items: [semantic] }));
      const [kept] = await kinds.list("semantic");
      expect(kept?.filterTags).toEqual({ team: "a" });
      const change = { ids: both, items: [{ ...semantic, name: "Max" }] };
      await kinds.replace("semantic", change, { filterTags: {} });
      expect((await kinds.list("semantic"))[0]?.filterTags).toEqual({});
    });

    test("list the newest first, and events of a stretch of time in their order", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const days = [3, 1, 2, 5, 4];
      for (const day of days) {
        const occurred_at = `2026-02-0${day} 12:00:00`;
        await kinds.insert("episodic", [{ ...SAMPLES.episodic, occurred_at }]);
      }
      expect((await kinds.list("episodic")).map(dayOf)).toEqual(days.toReversed());
      expect((await kinds.list("episodic", { limit: 2 })).map(dayOf)).toEqual([4, 5]);
      const between = async (from: string, to: string): Promise<readonly number[]> =>
        (await kinds.between(new Date(`${from}Z`), new Date(`${to}Z`))).map(dayOf);
      expect(await between("2026-02-02T12:00:00", "2026-02-04T12:00:00")).toEqual([2, 3, 4]);
      expect(await between("2026-02-02T12:00:01", "2026-02-04T11:59:59")).toEqual([3]);
      expect(await between("2026-02-06T00:00:00", "2026-02-07T00:00:00")).toEqual([]);
    });

    test("refuse stretches of time with more than 50 events", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      const items = Array.from({ length: 51 }, (_, index) => {
        const minute = String(index).padStart(2, "0");
        return { ...SAMPLES.episodic, occurred_at: `2026-02-01 10:${minute}:00` };
      });
      const ids = idsOf(await kinds.insert("episodic", items));
      const [from, to] = [new Date("2026-02-01T10:00:00Z"), new Date("2026-02-01T10:50:00Z")];
      await expect(kinds.between(from, to)).rejects.toMatchObject({ code: "invalid-input" });
      await kinds.replace("episodic", { ids: ids.slice(7, 8), items: [] });
      expect(await kinds.between(from, to)).toHaveLength(50);
    });

    test("stay in their scope", async () => {
      const { kinds } = newKindsWorld({ store: newStore() });
      await kinds.append("human", "Mei.");
      const ids = new Map<ItemKind, readonly string[]>();
      for (const kind of ITEM_KINDS) {
        ids.set(kind, idsOf(await kinds.insert(kind, [SAMPLES[kind]])));
      }
      const before = await stateOf(kinds);
      expect(kinds.memory.scopePath).toEqual(["mei"]);
      for (const near of [kinds.scope("below"), kinds.scope("mei")]) {
        expect(await stateOf(near)).toEqual({
          items: ITEM_KINDS.map(() => []),
          blocks: (await near.blocks()).map((block) => ({ ...block, value: "" })),
        });
        for (const kind of ITEM_KINDS) {
          const own = ids.get(kind) ?? [];
          expect(await near.read(kind, own)).toEqual([]);
          expect(await near.search({ kind, query: "tulips poodle deposit banking" })).toEqual([]);
          const ending = near.replace(kind, { ids: own, items: [] });
          await expect(ending).rejects.toMatchObject({ code: "not-found" });
          const same = await near.insert(kind, [SAMPLES[kind]]);
          expect(same.map(({ status }) => status)).toEqual(["stored"]);
        }
      }
      expect(await stateOf(kinds)).toEqual(before);
    });

    test("let no untrusted text end or change what is trusted", async () => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const web = await memory.scope("mei").remember({ content: "Stranger.", origin: "web" });
      const [source = ""] = idsOf([web]);
      await kinds.append("human", "Mei.");
      for (const kind of ITEM_KINDS) {
        const ids = idsOf(await kinds.insert(kind, [SAMPLES[kind]]));
        const before = await stateOf(kinds);
        for (const options of [
          { trust: 0.5 },
          { origin: "tool" },
          { sources: [source] },
          { sources: ["unknown"] },
        ] as const) {
          for (const items of [[], [SAMPLES[kind]]]) {
            const ending = kinds.replace(kind, { ids, items }, options);
            await expect(ending).rejects.toMatchObject({ code: "untrusted" });
          }
          const text = { summary: "A thief.", details: "" };
          const changes = [
            async () => kinds.append("human", "A thief.", options),
            async () => kinds.rewrite("human", "A thief.", options),
            ...(kind === "episodic" ? [async () => kinds.merge(ids[0] ?? "", text, options)] : []),
          ];
          for (const change of changes) {
            await expect(change()).rejects.toMatchObject({ code: "untrusted" });
          }
        }
        expect(await stateOf(kinds)).toEqual(before);
      }
    });

    test("write nothing where a plugin refuses a part", async () => {
      const { kinds } = newKindsWorld({ store: newStore(), plugins: [refusing("forbidden")] });
      const good = SAMPLES.semantic;
      const bad = { ...good, summary: "It is forbidden." };
      const ids = idsOf(await kinds.insert("semantic", [good]));
      const before = await stateOf(kinds);
      const refused = { code: "rejected-by-plugin" };
      const other = { ...good, name: "Max" };
      await expect(kinds.insert("semantic", [other, bad])).rejects.toMatchObject(refused);
      const change = { ids, items: [other, bad] };
      await expect(kinds.replace("semantic", change)).rejects.toMatchObject(refused);
      await expect(kinds.append("human", "forbidden")).rejects.toMatchObject(refused);
      expect(await stateOf(kinds)).toEqual(before);
    });

    test("go with their sources when these are erased", async () => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const own = memory.scope("mei");
      const turns = await own.rememberAll([
        { content: "I have a dog." },
        { content: "And a cat." },
      ]);
      const [dog = "", cat = ""] = idsOf(turns);
      const [a = ""] = idsOf(
        await kinds.insert("episodic", [SAMPLES.episodic], { sources: [dog] }),
      );
      await kinds.merge(a, { summary: "Both.", details: "" }, { sources: [cat] });
      const [old = ""] = idsOf(
        await kinds.insert("semantic", [SAMPLES.semantic], { sources: [cat] }),
      );
      const next = { ...SAMPLES.semantic, name: "Max" };
      await kinds.replace("semantic", { ids: [old], items: [next] });
      await kinds.append("human", "Has a dog.", { sources: [dog] });
      await kinds.append("persona", "Likes cats.", { sources: [cat] });
      await own.erase(dog);
      expect(await kinds.list("episodic")).toEqual([]);
      expect((await kinds.blocks()).map(({ value }) => value)).toEqual(["Likes cats.", ""]);
      expect(await kinds.list("semantic")).toHaveLength(1);
      await own.erase(cat);
      expect(await kinds.list("semantic")).toEqual([]);
      expect((await kinds.blocks()).map(({ value }) => value)).toEqual(["", ""]);
    });

    test("are forgotten by the memory, and cannot be ended then", async () => {
      const { kinds, memory } = newKindsWorld({ store: newStore() });
      const [id = ""] = idsOf(await kinds.insert("semantic", [SAMPLES.semantic]));
      await memory.scope("mei").forget(id);
      expect(await kinds.read("semantic", [id])).toEqual([]);
      const ending = kinds.replace("semantic", { ids: [id], items: [] });
      await expect(ending).rejects.toMatchObject({ code: "not-found" });
      expect((await kinds.insert("semantic", [SAMPLES.semantic]))[0]?.status).toBe("stored");
    });

    test("are replaced by one of several writers at once, as a whole", async () => {
      const { kinds, another } = newKindsWorld({ store: newStore() });
      const ids = idsOf(
        await kinds.insert("semantic", [SAMPLES.semantic, { ...SAMPLES.semantic, name: "Max" }]),
      );
      const writers = ["a", "b", "c", "d"].map(async (writer) => {
        const items = [1, 2].map((part) => ({ ...SAMPLES.semantic, name: `${writer}${part}` }));
        await another().replace("semantic", { ids, items });
        return writer;
      });
      const ends = await Promise.allSettled(writers);
      const won = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
      const lost = ends.flatMap((end) =>
        end.status === "rejected" ? [end.reason as unknown] : [],
      );
      expect(won).toHaveLength(1);
      for (const error of lost) {
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(?:conflict|not-found)$/u) as string,
        });
      }
      expect(names(await kinds.list("semantic"))).toEqual([`${won[0]}1`, `${won[0]}2`]);
      const lines = ["eins", "zwei", "drei", "四"];
      await Promise.all(lines.map(async (line) => another().append("human", line)));
      const human = (await kinds.blocks())[1]?.value.split("\n") ?? [];
      expect(human.toSorted()).toEqual(lines.toSorted());
    });
  });
}
