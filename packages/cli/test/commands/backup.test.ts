import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HostOutput } from "../../src/host.js";
import { main } from "../../src/main.js";
import { testHost, type TestHost } from "../support/test-host.js";

const ENV = { KIOKU_EMBEDDING_MODEL: "none", KIOKU_BACKUP_TARGET: "" };
const HOUR_MS = 3_600_000;

/** Creates a host with a memory and a place for backups beside it. */
async function hostWithBackup(env: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  const host = testHost({ env: { KIOKU_EMBEDDING_MODEL: "none", ...env } });
  await host.run("remember", "Ann keeps bees");
  expect((await host.run("backup", "--to", "backups")).code).toBe(0);
  return host;
}

function json(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

describe("kioku backup", () => {
  test("says what it made and what it removed, for people and programs", async () => {
    using host = await hostWithBackup();
    host.advance(HOUR_MS);
    await host.run("backup", "--to", "backups");
    host.advance(HOUR_MS);
    const plan = await host.run("backup", "--to", "backups", "--keep", "1d", "--dry-run");
    expect(plan.stdout).toMatch(
      /has 2 backups\.\nWould remove:\n {2}20261126T120000Z-[0-9a-f]{8}/u,
    );
    const made = await host.run("backup", "--to", "backups", "--keep", "1d");
    expect(made.stdout).toMatch(
      /^Backed up 1 memory in [\d.]+ kB to .*\/backups: 20261126T140000Z/u,
    );
    expect(made.stdout).toMatch(/\nRemoved 1 older backup: 20261126T120000Z/u);
    const { stdout } = await host.run("backup", "--to", "backups", "--json");
    expect(json(stdout)).toMatchObject({
      takenAt: "2026-11-26T14:00:00.000Z",
      kind: "sqlite",
      memories: 1,
      encrypted: false,
      resumed: false,
      removed: [],
      problems: [],
    });
  });

  test("lists and verifies backups, and fails for a damaged one", async () => {
    using host = await hostWithBackup();
    host.advance(2 * HOUR_MS);
    const { stdout: table } = await host.run("backup", "--to", "backups", "--list");
    expect(table).toMatch(
      /^Backup +Taken +Size +Memories\n20261126T120000Z-\S+ +2 hours ago +\S+ kB +1\n/u,
    );
    const listed = json((await host.run("backup", "--to", "backups", "-l", "--json")).stdout);
    const [{ id = "" } = {}] = listed["backups"] as readonly { readonly id?: string }[];
    const sound = await host.run("backup", id.slice(0, 8), "--to", "backups", "--verify");
    expect(sound).toMatchObject({ code: 0, stdout: expect.stringMatching(/sound/u) as string });
    writeFileSync(join(host.cwd, "backups", "parts", id, "000001"), "noise");
    const damaged = await host.run("backup", "--to", "backups", "--verify", "--json");
    expect(damaged.code).toBe(1);
    expect(json(damaged.stdout)).toMatchObject({
      id,
      ok: false,
      damaged: [{ key: `parts/${id}/000001`, problem: "part 1 of 1 is damaged" }],
    });
    writeFileSync(join(host.cwd, "backups", "manifests", `${id}.json`), "noise");
    expect(await host.run("backup", "--to", "backups", "--list")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${id}.json is damaged`) as string,
    });
  });

  test("refuses what cannot work, without touching anything", async () => {
    using host = testHost({ env: ENV });
    const lines: readonly (readonly [code: number, ...argv: string[]])[] = [
      [2, "backup"],
      [3, "backup", "--to", "backups"],
      [2, "backup", "--to", "backups", "--keep", ""],
      [2, "backup", "--to", "backups", "--keep", "3x"],
      [2, "backup", "--to", "backups", "--list", "--verify"],
      [2, "backup", "--to", "backups", "--every", "1s"],
      [2, "backup", "--to", "ftp://place"],
      [2, "backup", "--to", "s3://bucket/prefix"],
      [2, "backup", "20261126T120000Z-00000000", "--to", "backups"],
      [3, "restore", "--from", "backups"],
      [2, "restore", "--from", "backups", "--continue"],
      [2, "restore", "someday", "--from", "backups"],
    ];
    for (const [code, ...argv] of lines) {
      const ran = await host.run(...argv);
      expect({ argv, ...ran }).toMatchObject({ argv, code, stdout: "" });
    }
    expect(readdirSync(host.cwd)).toEqual([]);
  });

  test("runs at an interval until it is stopped", async () => {
    using host = await hostWithBackup();
    const write: HostOutput["write"] = (text, done) => {
      host.interrupt();
      return host.stdout.write(text, done);
    };
    const stdout = { ...host.stdout, write };
    const code = await main(["backup", "--to", "backups", "--every", "1h"], { ...host, stdout });
    expect(code).toBe(0);
    expect(host.written().stdout).toContain("Backed up 1 memory");
  });
});

describe("kioku restore", () => {
  test("restores to the place of a lost database, and its backups go on", async () => {
    using host = await hostWithBackup();
    const data = join(host.home, ".local", "share", "kioku");
    const refused = await host.run("restore", "--from", "backups");
    expect(refused).toMatchObject({ code: 5, stdout: "" });
    rmSync(data, { recursive: true });
    rmSync(join(host.home, ".local", "state"), { recursive: true });
    const restored = await host.run("restore", "--from", "backups");
    expect(restored.code).toBe(0);
    expect(restored.stdout).toMatch(
      /^Restored backup 2026\S+ of .* with 1 memory to .*memory\.db\./u,
    );
    expect(statSync(join(data, "memory.db")).mode & 0o777).toBe(0o600);
    expect((await host.run("list")).stdout).toContain("Ann keeps bees");
    host.advance(HOUR_MS);
    expect((await host.run("backup", "--to", "backups")).code).toBe(0);
  });

  test("a copy beside the database has backups of its own, unless they are adopted", async () => {
    using host = await hostWithBackup();
    await host.run("restore", "--from", "backups", "--to", "copy.db");
    const line = ["backup", "-d", "copy.db", "--to", "backups"];
    expect((await host.run(...line)).code).toBe(5);
    expect((await host.run(...line, "--adopt")).code).toBe(0);
    expect((await host.run(...line)).code).toBe(0);
  });

  test("repeats erasures of the present database, and of those that were sent", async () => {
    using host = await hostWithBackup({ KIOKU_BACKUP_TARGET: "backups" });
    const [{ id = "" } = {}] = (await host.run("list", "--json")).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly id?: string });
    host.advance(HOUR_MS);
    const erased = await host.run("erase", id, "--yes", "--json");
    expect(json(erased.stdout)).toMatchObject({ erased: 1, published: { tombstones: 1 } });
    const dry = await host.run("restore", "--to", "a.db", "--dry-run");
    expect(dry.stdout).toMatch(
      /^Would restore .*\n.*\nWould erase again 1 record that had been erased/u,
    );
    expect(existsSync(join(host.cwd, "a.db"))).toBe(false);
    const restored = await host.run("restore", "--to", "a.db", "--json");
    expect(json(restored.stdout)).toMatchObject({
      erasedAgain: 1,
      erasuresKnownUntil: "2026-11-26T13:00:00.000Z",
    });
    expect((await host.run("list", "-d", "a.db")).stdout).not.toContain("bees");
    // Without the present database, the sent list is all that is known.
    const data = join(host.home, ".local", "share", "kioku");
    renameSync(join(data, "memory.db"), join(data, "away.db"));
    host.advance(HOUR_MS);
    const later = await host.run("restore", "2026-11-26", "--to", "b.db");
    expect(later.stdout).toContain("1 record that had been erased since was erased again.");
    expect(later.stderr).toMatch(/^Erasures after 2026-11-26 \d\d:00 \(1 hour ago\) are unknown/u);
    const named = await host.run("restore", "--to", "c.db", "--erased-from", join(data, "away.db"));
    expect(named).toMatchObject({ code: 0, stderr: "" });
  });
});
