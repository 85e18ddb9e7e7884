import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { listBackups, verifyBackup } from "../../src/backup/index.js";
import type { ObjectStore } from "../../src/backup/object-store.js";
import { ownerMark } from "../../src/backup/owner.js";
import { bySize } from "../support/by-size.js";
import { encryptCheaply, lightWorld, textOf, type BackupWorld } from "./support/backup-world.js";
import { faultyObjects, unavailable } from "./support/faulty-objects.js";

/** Mark of a process that has ended: its number is beyond those of any system. */
const DEAD = ownerMark().replace(/^p\d+/u, "p99999999");

interface FailingObjects {
  readonly objects: ObjectStore;
  readonly calls: () => number;
}

/** Fails the call of this number. */
function failing(world: BackupWorld, at: number): FailingObjects {
  let calls = 0;
  const fail = (): void => {
    calls += 1;
    if (calls === at) throw unavailable();
  };
  const objects = faultyObjects(world.objects, {
    put:
      (real) =>
      async (...given) => {
        fail();
        await real(...given);
      },
    get:
      (real) =>
      async (...given) => {
        fail();
        return real(...given);
      },
    delete:
      (real) =>
      async (...given) => {
        fail();
        await real(...given);
      },
  });
  return { objects, calls: () => calls };
}

/** Fails whenever a part is sent. */
function withoutParts(world: BackupWorld): ObjectStore {
  return faultyObjects(world.objects, {
    put:
      (real) =>
      async (key, ...given) => {
        if (key.startsWith("parts/")) throw unavailable();
        await real(key, ...given);
      },
  });
}

describe("a backup that fails at any call", () => {
  test.each([undefined, "correct horse battery staple"].slice(0, bySize(2, 1)))(
    "goes on with its copy and leaves nothing (key %s)",
    async (key) => {
      await using world = lightWorld();
      await world.add("Ann keeps bees");
      if (key !== undefined) await encryptCheaply(world, key);
      const rehearsal = failing(world, 0);
      await world.backup({ objects: rehearsal.objects, key });
      const total = rehearsal.calls();
      expect(total).toBeGreaterThan(7);
      for (let at = 1; at <= total; at += 1) {
        const { objects } = failing(world, at);
        const failed = await world.backup({ objects, key }).catch((error: unknown) => error);
        world.at(new Date(world.clock().getTime() + 1000).toISOString());
        const made = await world.backup({ key });
        expect(MemoryError.is(failed) ? failed.code : "made").toMatch(
          /^(?:store-unavailable|made)$/u,
        );
        expect(await verifyBackup({ ...world, key, id: made.id })).toMatchObject({ damaged: [] });
        expect(world.files("staging")).toEqual([]);
      }
      expect((await listBackups({ ...world, key })).damaged).toEqual([]);
    },
    60_000,
  );

  test("goes on with the same id and moment, and sends only what is not there", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const takenAt = world.clock();
    const objects = faultyObjects(world.objects, {
      put:
        (real) =>
        async (key, ...given) => {
          if (key.startsWith("manifests/")) throw unavailable();
          await real(key, ...given);
        },
    });
    await rejection(async () => world.backup({ objects }));
    world.at("2026-11-26T12:59:00.000Z");
    await world.add("Ben has a cat");
    const sent: string[] = [];
    const watched = faultyObjects(world.objects, {
      put:
        (real) =>
        async (key, ...given) => {
          sent.push(key.split("/")[0] ?? "");
          await real(key, ...given);
        },
    });
    const made = await world.backup({ objects: watched });
    expect(made).toMatchObject({ isResumed: true, takenAt, records: 1 });
    expect(sent).toEqual(["tombstones", "manifests"]);
    const next = await world.backup();
    expect(next).toMatchObject({ isResumed: false, records: 2 });
  });

  test("does not go on after an hour", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    await rejection(async () => world.backup({ objects: withoutParts(world) }));
    expect(world.files("staging")).not.toEqual([]);
    world.at("2026-11-26T13:00:01.000Z");
    expect(await world.backup()).toMatchObject({ isResumed: false, takenAt: world.clock() });
    expect(world.files("staging")).toEqual([]);
  });
});

describe("what a killed process left", () => {
  test("is gone on with, removed, or kept while its process runs", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    await rejection(async () => world.backup({ objects: withoutParts(world) }));
    const [parent = ""] = readdirSync(world.stagingFolder);
    const folder = join(world.stagingFolder, parent);
    const [free = ""] = readdirSync(folder);
    const id = free.replace(".free", "");
    renameSync(join(folder, free), join(folder, `${id}.${DEAD}`));
    // Killed while it took its copy; running; of another machine, new and old.
    const others = [
      `20261126T115900Z-00000001.${DEAD}`,
      `20261126T115900Z-00000002.${ownerMark()}`,
    ];
    const foreign = DEAD.replace(/.{8}$/u, "00000000");
    others.push(`20261126T115900Z-00000003.${foreign}`, `20261126T115900Z-00000004.${foreign}`);
    for (const name of others) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "whole"), "half");
    }
    utimesSync(join(folder, others[3] ?? ""), 0, 0);
    const made = await world.backup();
    expect(made).toMatchObject({ id, isResumed: true });
    expect(readdirSync(folder).toSorted()).toEqual([others[1], others[2]]);
  });

  test("is not taken for a running process with the same number", async () => {
    await using world = lightWorld();
    await world.backup();
    const earlier = ownerMark().replace(/-[0-9a-z]+-/u, "-t1-");
    for (const mark of [DEAD, earlier]) {
      mkdirSync(world.path(`.kioku-restore-x.${mark}`));
    }
    mkdirSync(world.path(`.kioku-restore-y.${ownerMark()}`));
    await world.restore();
    expect(readdirSync(world.folder).filter((name) => name.startsWith("."))).toEqual([
      `.kioku-restore-y.${ownerMark()}`,
    ]);
  });

  test("of a restore into a server is gone on with", async () => {
    await using world = lightWorld();
    for (let index = 0; index < 5; index += 1) await world.add(`Memory number ${index}`);
    await world.backup();
    const target = createMemory({ store: inMemoryStore() });
    const controller = new AbortController();
    const steps = new Set<string>();
    const interrupted = world.restore({
      to: target,
      signal: controller.signal,
      onProgress: ({ step }) => {
        steps.add(step);
        // The lines were imported into a file and checked before.
        if (step === "import" && steps.has("check")) controller.abort(new Error("enough"));
      },
    });
    await expect(interrupted).rejects.toThrow("enough");
    expect((await rejection(async () => world.restore({ to: target }))).code).toBe("conflict");
    await world.restore({ to: target, continue: true });
    expect(await textOf(target)).toBe(await textOf(world.memory));
    await target.close();
    expect(world.files("staging")).toEqual([]);
  });
});

describe("an aborted call", () => {
  test("rejects with the reason at every step, and leaves nothing", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    await world.backup();
    const reason = new Error("enough");
    for (let at = 1; at <= 12; at += 1) {
      const controller = new AbortController();
      let calls = 0;
      const step = (): void => {
        calls += 1;
        if (calls === at) controller.abort(reason);
      };
      const objects = faultyObjects(world.objects, {
        put:
          (real) =>
          async (...given) => {
            step();
            await real(...given);
          },
        get:
          (real) =>
          async (...given) => {
            step();
            return real(...given);
          },
      });
      const call = { objects, signal: controller.signal };
      const outcome = await world.backup(call).catch((error: unknown) => error);
      expect(calls < at || outcome === reason).toBe(true);
      calls = 0;
      const to = world.path(`restored-${at}.db`);
      const again = new AbortController();
      const restoring = { objects, signal: again.signal, to };
      const restored = await world
        .restore({ ...restoring, onProgress: () => again.abort(reason) })
        .catch((error: unknown) => error);
      expect(restored).toBe(reason);
      expect(world.files()).toEqual([]);
    }
  });
});

describe("two backups at the same moment", () => {
  test("are both whole, also with a policy", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const made = await Promise.all([world.backup({ keep: "1d" }), world.backup({ keep: "1d" })]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    for (const { id, problems } of made) {
      expect(problems).toEqual([]);
      expect(await verifyBackup({ ...world, id })).toMatchObject({ damaged: [] });
    }
    await world.restore();
    expect(world.files("staging")).toEqual([]);
  });

  test("of two databases to a new place: one has it, the other is refused", async () => {
    await using world = lightWorld();
    const databases = ["a", "b"];
    const made = await Promise.allSettled(
      databases.map(async (database) => world.backup({ database })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
