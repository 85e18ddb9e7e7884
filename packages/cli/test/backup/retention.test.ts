import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import type { Backup } from "../../src/backup/options.js";
import { parseKeep, planRetention } from "../../src/backup/retention.js";
import { lightWorld } from "./support/backup-world.js";

const DAY_MS = 86_400_000;

function backupAt(at: Date): Backup {
  const id = `${at.toISOString().replaceAll(/[-:]|\.\d+/gu, "")}-00000000`;
  return {
    id,
    database: "test",
    takenAt: at,
    kind: "sqlite",
    records: 1,
    bytes: 1,
    storedBytes: 1,
    isEncrypted: false,
  };
}

/** Backups of each `stepMs`, up to one day. */
function series(count: number, stepMs: number): readonly Backup[] {
  const last = Date.parse("2026-11-26T12:00:00Z");
  return Array.from({ length: count }, (_, index) => backupAt(new Date(last - index * stepMs)));
}

function keptDays(policy: string, backups: readonly Backup[]): readonly string[] {
  const { kept } = planRetention(backups, parseKeep(policy));
  return kept.map(({ takenAt }) => takenAt.toISOString().slice(0, 10));
}

describe("a policy", () => {
  test("keeps the newest of each day, week and month", () => {
    const kept = keptDays("3d,3w,3m", series(100, DAY_MS));
    expect(kept).toEqual([
      "2026-11-26",
      "2026-11-25",
      "2026-11-24",
      "2026-11-22",
      "2026-11-15",
      "2026-10-31",
      "2026-09-30",
    ]);
  });

  test("keeps the newest of a period, and counts only periods that have one", () => {
    const hourly = series(60, 3_600_000);
    const { kept } = planRetention(hourly, parseKeep("2d"));
    expect(kept.map(({ takenAt }) => takenAt.toISOString().slice(0, 13))).toEqual([
      "2026-11-26T12",
      "2026-11-26T11",
      "2026-11-25T23",
    ]);
    const rare = series(5, 40 * DAY_MS);
    expect(planRetention(rare, parseKeep("5d")).removed).toEqual([]);
    expect(planRetention(rare, parseKeep("1y")).kept).toHaveLength(2);
  });

  test("keeps the two newest whatever it says, and passes over those of the future", () => {
    const backups = series(5, 60_000);
    const { kept, removed } = planRetention(backups, parseKeep("1y"), backups[1]?.id);
    expect(kept).toEqual(backups.slice(0, 3));
    expect(removed).toEqual(backups.slice(3));
  });

  test.each([
    "",
    " ",
    "0d",
    "7",
    "d",
    "7d,",
    "7d,,4w",
    "7d,7d",
    "7x",
    "-1d",
    "1.5d",
    "99999d",
    "7d 4w",
  ])("%j is refused before anything is done", async (keep) => {
    await using world = lightWorld();
    expect((await rejection(async () => world.backup({ keep }))).code).toBe("invalid-input");
    expect(world.objects.objects.size).toBe(0);
  });
});

describe("after a backup", () => {
  test("older ones go with their parts, and parts without a manifest after a day", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const made = [];
    for (const hour of ["10", "11", "12", "13"]) {
      world.at(`2026-11-26T${hour}:00:00.000Z`);
      made.push(await world.backup({ keep: "1d" }));
    }
    expect(made.map(({ removed }) => removed)).toEqual([[], [], [made[0]?.id], [made[1]?.id]]);
    const { objects } = world.objects;
    expect([...objects.keys()].filter((key) => key.startsWith("parts/"))).toHaveLength(2);
    objects.set("parts/20261125T130000Z-00000000/000001", new Uint8Array(1));
    objects.set("parts/20261126T120000Z-00000000/000001", new Uint8Array(1));
    world.at("2026-11-26T13:30:00.000Z");
    expect(await world.backup()).toMatchObject({ removed: [], problems: [] });
    const orphans = [...objects.keys()].filter((key) => key.includes("-00000000/"));
    expect(orphans).toEqual(["parts/20261126T120000Z-00000000/000001"]);
  });

  test("backups of another database, and those that cannot be read, are never removed", async () => {
    await using world = lightWorld();
    await world.add("Ann keeps bees");
    const { id } = await world.backup();
    const other = await rejection(async () => world.backup({ database: "other" }));
    expect(other.code).toBe("conflict");
    expect(other.message).toContain("holds backups of database test, not of other");
    const { objects } = world.objects;
    objects.set(`manifests/${id}.json`, Buffer.from("{}"));
    objects.delete("place.json");
    for (const day of ["27", "28", "29", "30"]) {
      world.at(`2026-11-${day}T12:00:00.000Z`);
      const { problems } = await world.backup({ keep: "1d" });
      expect(problems).toEqual([`manifests/${id}.json is damaged`]);
    }
    expect([...objects.keys()].filter((key) => key.includes(id))).toHaveLength(2);
  });
});
