import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, inMemoryStore, type MemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { describe, expect, test } from "vitest";

import { createKinds, defineKindTools, type Vault } from "../../src/kinds/index.js";
import { idsOf, newKindsWorld, SAMPLES } from "../kinds/kinds-world.js";

const STORES: readonly (readonly [string, () => MemoryStore])[] = [
  ["in memory", () => inMemoryStore()],
  ["on SQLite", () => sqliteStore({ path: ":memory:" })],
];
const AT_ONCE = 12;

describe.each(STORES)("writers at once %s", (_name, newStore) => {
  test("append all of their lines", async () => {
    const { kinds, another } = newKindsWorld({ store: newStore() });
    const lines = Array.from({ length: AT_ONCE }, (_, index) => `line ${index}`);
    await Promise.all(lines.map(async (line) => another().append("human", line)));
    const human = (await kinds.blocks()).find(({ label }) => label === "human");
    expect(human?.value.split("\n").toSorted()).toEqual(lines.toSorted());
  });

  test("store an item once that all of them insert", async () => {
    const { kinds, another } = newKindsWorld({ store: newStore() });
    for (const kind of ["episodic", "semantic", "procedural", "resource"] as const) {
      const receipts = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => another().insert(kind, [SAMPLES[kind]])),
      );
      const statuses = receipts.flat().map(({ status }) => status);
      expect(statuses.filter((status) => status === "stored")).toHaveLength(1);
      expect(new Set(receipts.flatMap(idsOf)).size).toBe(1);
      expect(await kinds.list(kind)).toHaveLength(1);
    }
  });

  test("store an item once that all of them insert again after its end", async () => {
    const { kinds, another } = newKindsWorld({ store: newStore() });
    for (let times = 0; times < 3; times += 1) {
      const receipts = await Promise.all(
        Array.from({ length: AT_ONCE }, async () =>
          another().insert("semantic", [SAMPLES.semantic]),
        ),
      );
      const ids = [...new Set(receipts.flatMap(idsOf))];
      expect(ids).toHaveLength(1);
      await kinds.replace("semantic", { ids, items: [] });
    }
  });

  test("can insert again what was ended, merged, forgotten or erased", async () => {
    const { kinds, memory } = newKindsWorld({ store: newStore() });
    const own = memory.scope("mei");
    const insert = async (): Promise<string> => {
      const [receipt] = await kinds.insert("episodic", [SAMPLES.episodic]);
      expect(receipt?.status).toBe("stored");
      return receipt?.status === "stored" ? receipt.record.id : "";
    };
    await kinds.replace("episodic", { ids: [await insert()], items: [] });
    await kinds.merge(await insert(), { summary: "Mei planted roses.", details: "" });
    await own.forget(await insert());
    await own.erase(await insert());
    await insert();
    expect(await kinds.list("episodic")).toHaveLength(2);
  });
});

test("two processes lose no line of a block, and store no item twice", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kioku-kinds-"));
  try {
    for (let round = 0; round < 3; round += 1) {
      const path = join(folder, `${round}.db`);
      const memories = [1, 2].map(() => createMemory({ store: sqliteStore({ path }) }));
      const both = memories.map((memory) => createKinds({ memory }));
      const lines: string[] = [];
      for (let times = 0; times < 4; times += 1) {
        const added = Array.from({ length: 6 }, (_, index) => `line ${times} ${index}`);
        lines.push(...added);
        const name = `Rex ${times}`;
        await Promise.all(
          added.map(async (line, index) => {
            const kinds = both[index % 2];
            await kinds?.append("human", line);
            await kinds?.insert("semantic", [{ ...SAMPLES.semantic, name }]);
          }),
        );
      }
      const blocks = await both[0]?.blocks();
      const human = blocks?.find(({ label }) => label === "human")?.value ?? "";
      expect(human.split("\n").toSorted()).toEqual(lines.toSorted());
      expect(await both[0]?.list("semantic")).toHaveLength(4);
      for (const memory of memories) await memory.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a secret is in no caption of another item of the same call", async () => {
  const { kinds } = newKindsWorld({ store: inMemoryStore() });
  const [one, other] = [SAMPLES.knowledge_vault, { ...SAMPLES.knowledge_vault }];
  const caption = `Other than ${one.secret_value}`;
  const items = [one, { ...other, caption, secret_value: "plum-badger-2210" }];
  await expect(kinds.insert("knowledge_vault", items)).rejects.toThrow(
    /^other items must be without the secret$/u,
  );
  expect(await kinds.list("knowledge_vault")).toEqual([]);
});

test("settings that cannot work are refused at once, and a key in the place of a vault is not quoted", () => {
  const { memory } = newKindsWorld({ store: inMemoryStore() });
  const key = "c2VjcmV0LWtleS1vZi10aGUtdmF1bHQtMzItYnl0ZXM=";
  for (const vault of [key, 7, null, true, {}] as unknown[]) {
    const given = { vault } as { readonly vault: Vault };
    for (const make of [() => createKinds({ ...given, memory }), () => defineKindTools(given)]) {
      expect(make).toThrow(/^options\.vault must be made by createVault$/u);
    }
  }
  const model = {} as never;
  expect(() => defineKindTools({ model })).toThrow("options.model");
  expect(() => defineKindTools({ blockLimit: 5 })).toThrow("options.blockLimit");
});

test("sources that are no list are refused", async () => {
  const { kinds } = newKindsWorld({ store: inMemoryStore() });
  for (const sources of [null, 0, Number.NaN, ""] as never[]) {
    await expect(kinds.insert("semantic", [SAMPLES.semantic], { sources })).rejects.toMatchObject({
      code: "invalid-input",
    });
  }
});
