import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

import { MemoryError } from "@kioku/core";
import { rejection, seededRandom } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { fetchParts } from "../../src/backup/fetch-parts.js";
import { createKeyRing } from "../../src/backup/keys.js";
import { PART_BYTES } from "../../src/backup/manifest.js";
import { packPart, unpackPart } from "../../src/backup/part-codec.js";
import { readManifests } from "../../src/backup/read-manifests.js";
import { readTombstoneLists } from "../../src/backup/tombstone-lists.js";
import { verifyBackup } from "../../src/backup/verify-backup.js";
import { bySize } from "../support/by-size.js";
import { encryptCheaply, lightWorld } from "./support/backup-world.js";

const ROUNDS = bySize(1000, 100);

/** Changes a bit, or cuts bytes off. */
function damaged(body: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.2) return body.subarray(0, Math.floor(random() * body.length));
  const copy = Uint8Array.from(body);
  const at = Math.floor(random() * copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return copy;
}

describe.each([
  ["plain", undefined],
  ["encrypted", "correct horse battery staple"],
])("of %s backups", (_, key) => {
  test(`${ROUNDS} random bits and cuts are all noticed`, async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    await world.memory.erase(await world.add("Ben has a cat"));
    if (key !== undefined) await encryptCheaply(world, key);
    await world.backup({ key });
    const { objects } = world.objects;
    const random = seededRandom(7);
    const ring = createKeyRing(key);
    const names = [...objects.keys()].filter((one) => one !== "place.json");
    expect(names).toHaveLength(3);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = names[Math.floor(random() * names.length)] ?? "";
      const body = objects.get(name) ?? new Uint8Array();
      objects.set(name, damaged(body, random));
      const found = await noticed(name);
      objects.set(name, body);
      expect(found, `round ${round}: ${name}`).toBe(true);
    }

    async function noticed(name: string): Promise<boolean> {
      const keys = ring;
      if (name.startsWith("tombstones/")) {
        for await (const list of readTombstoneLists(world.objects, { keys })) {
          return "problem" in list;
        }
      }
      for await (const { manifest } of readManifests(world.objects, { keys })) {
        if (!manifest) return true;
        for await (const part of fetchParts(manifest, { ...world, keys })) return "problem" in part;
      }
      return false;
    }
  });
});

test("an encrypted part cannot stand for one of another place, backup or number", async () => {
  const key = Buffer.alloc(32, 1);
  const place = { id: "a", index: 1, count: 3 };
  const stored = await packPart(Buffer.from("Ann keeps bees"), place, key);
  const read = async (other: object): Promise<Buffer | undefined> =>
    unpackPart(stored, { ...place, ...other }, { key, limit: 100 });
  expect(String(await read({}))).toBe("Ann keeps bees");
  for (const other of [{ id: "b" }, { index: 2 }, { count: 2 }]) {
    expect(await read(other)).toBeUndefined();
  }
});

describe("a restore", () => {
  test("names the part that is damaged or missing, and leaves nothing", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const { id } = await world.backup();
    const key = `parts/${id}/000001`;
    const { objects } = world.objects;
    objects.set(
      key,
      damaged(objects.get(key) ?? new Uint8Array(), () => 0.5),
    );
    const error = await rejection(async () => world.restore());
    expect(error.code).toBe("store-failed");
    expect(error.message).toContain(`part 1 of 1 is damaged (${key})`);
    objects.delete(key);
    const gone = await rejection(async () => world.restore());
    expect(gone.message).toContain(`part 1 of 1 is missing (${key})`);
    expect(world.files()).toEqual([]);
  });

  test.runIf(bySize(1, 0) === 1)(
    "of several parts notices parts that are missing or swapped",
    async () => {
      await using world = lightWorld();
      const random = seededRandom(3);
      const noise = Array.from({ length: 9_000 }, () =>
        Math.floor(random() * 2 ** 30).toString(36),
      );
      const blob = noise.join("").slice(0, 45_000);
      for (let from = 0; from < 400; from += 100) {
        const metadata = { blob };
        const some = Array.from({ length: 100 }, (_, index) => ({
          content: `Memory ${from + index}`,
          metadata,
        }));
        await world.memory.rememberAll(some);
      }
      const { id, bytes } = await world.backup();
      expect(bytes).toBeGreaterThan(PART_BYTES * 2);
      const { objects } = world.objects;
      const [first, second] = [`parts/${id}/000001`, `parts/${id}/000002`];
      const [a, b] = [objects.get(first), objects.get(second)];
      if (!a || !b) throw new Error("parts are missing");
      objects.set(first, b);
      objects.set(second, a);
      const swapped = await verifyBackup({ ...world });
      expect(swapped.damaged.map(({ key }) => key)).toEqual([first, second]);
      objects.set(first, a);
      objects.delete(second);
      const gone = await rejection(async () => world.restore());
      expect(gone.message).toContain("part 2 of 3 is missing");
      objects.set(second, b);
      expect(await world.restore()).toMatchObject({ id, records: 400 });
    },
    60_000,
  );

  test("takes the newest whole backup, and says that a newer one is damaged", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const first = await world.backup();
    world.at("2026-11-26T13:00:00.000Z");
    const second = await world.backup();
    const key = `manifests/${second.id}.json`;
    world.objects.objects.set(key, new Uint8Array(3));
    const restored = await world.restore();
    expect(restored.id).toBe(first.id);
    expect(restored.damaged).toEqual([{ key, problem: `${key} is damaged` }]);
    const named = await rejection(async () =>
      world.restore({ id: second.id, to: world.path("other.db") }),
    );
    expect(named.code).toBe("store-failed");
  });

  test("refuses a backup of a newer version, and a manifest under another name", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const { id } = await world.backup();
    const { objects } = world.objects;
    const manifest = objects.get(`manifests/${id}.json`) ?? new Uint8Array();
    const other = "20261127T000000Z-00000000";
    objects.set(`manifests/${other}.json`, manifest);
    expect((await rejection(async () => world.restore({ id: other }))).code).toBe("store-failed");
    const newer = (change: object): Uint8Array => {
      const { checksum: _, ...fields } = JSON.parse(Buffer.from(manifest).toString()) as {
        readonly checksum: string;
      };
      const changed = { ...fields, ...change };
      const text = JSON.stringify(changed);
      const checksum = createHash("sha256").update(text).digest("hex");
      return Buffer.from(JSON.stringify({ ...changed, checksum }));
    };
    for (const change of [{ format: 2 }, { schema: 2 }]) {
      objects.set(`manifests/${id}.json`, newer(change));
      const error = await rejection(async () => world.restore({ id }));
      expect(error.code).toBe("schema-too-new");
    }
    for (const change of [{ id: "../a" }, { parts: [] }, { bytes: -1 }, { spaces: 3 }]) {
      objects.set(`manifests/${id}.json`, newer(change));
      const error = await rejection(async () => world.restore({ id }));
      expect(error.message).toContain("malformed");
    }
    objects.set(`manifests/${id}.json`, newer({ sha256: "0".repeat(64) }));
    const patched = await rejection(async () => world.restore({ id }));
    expect(patched.message).toContain("checksum of its manifest");
    // Costs of keys that would take all memory are refused before they are tried.
    const kdf = { name: "scrypt", N: 2 ** 30, r: 8, p: 1, salt: "0".repeat(32) };
    const encryption = { cipher: "aes-256-gcm", kdf, seed: "0".repeat(32) };
    objects.set(`manifests/${id}.json`, newer({ encryption }));
    const costly = await rejection(async () => world.restore({ id, key: "a key that is long" }));
    expect(MemoryError.is(costly, "store-failed")).toBe(true);
  });

  test("never replaces a file, nor takes a place beside a foreign log", async () => {
    await using world = lightWorld();
    await world.backup();
    for (const name of ["restored.db", "restored.db-wal"]) {
      writeFileSync(world.path(name), "mine");
      expect((await rejection(async () => world.restore())).code).toBe("conflict");
      expect(readFileSync(world.path(name), "utf8")).toBe("mine");
      rmSync(world.path(name));
    }
    const missing = async (): Promise<unknown> => world.restore({ to: world.path("no/where.db") });
    expect((await rejection(missing)).code).toBe("store-failed");
    await world.restore();
  });
});
