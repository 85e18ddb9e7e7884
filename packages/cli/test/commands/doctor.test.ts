import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, it } from "vitest";

import { httpServer, sendJson } from "../support/http-server.js";
import { testHost, type TestHost } from "../support/test-host.js";
import { writeFile } from "../support/write-file.js";

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly state: "ok" | "warning" | "problem";
    readonly message: string;
    readonly advice?: string;
  }[];
}

/** Runs `doctor --json`, whose exit code has to agree with its report. */
async function examine(host: TestHost, ...flags: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await host.run("doctor", "--json", ...flags);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(report.ok ? 0 : 1);
  return report;
}

function worst({ checks }: Report): readonly (readonly [string, string])[] {
  return checks.filter(({ state }) => state !== "ok").map(({ check, state }) => [check, state]);
}

/** Makes a database with a memory, and returns its path. */
async function database(host: TestHost): Promise<string> {
  expect((await host.run("remember", "Ana is allergic to peanuts")).code).toBe(0);
  return join(host.home, ".local", "share", "kioku", "memory.db");
}

async function overwrite(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "r+");
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

const NO_BACKUPS = ["backups", "warning"];

describe("kioku doctor", () => {
  it("finds nothing wrong with what works", async () => {
    using host = testHost();
    await database(host);
    const report = await examine(host, "--deep");
    expect(worst(report)).toEqual([NO_BACKUPS]);
    const { checks } = report;
    expect(checks.find(({ check }) => check === "database")?.message).toMatch(
      /memory\.db, [\d.]+ kB, schema 1, last written by SQLite 3\.\d+\.\d+$/u,
    );
    expect(checks.find(({ check }) => check === "memories")?.message).toBe("1 memory in 1 scope");
    const { stdout } = await host.run("doctor");
    expect(stdout).toContain("✓ node");
    expect(stdout).toContain("0 problems, 1 warning");
  });

  it("makes no database where there is none", async () => {
    using host = testHost();
    const path = join(host.home, ".local", "share", "kioku", "memory.db");
    const report = await examine(host);
    expect(worst(report)).toEqual([["database", "warning"], NO_BACKUPS]);
    expect(report.checks.find(({ check }) => check === "database")?.message).toContain(path);
    expect(() => rmSync(path)).toThrow("ENOENT");
  });

  it("names every problem of the configuration, and what looks like a mistyped variable", async () => {
    using host = testHost({ env: { KIOKU_SCOP: "a" } });
    writeFile(join(host.home, ".config", "kioku", "config.toml"), "scope = 1\ndatabase = 2");
    const { checks } = await examine(host);
    const found = checks.filter(({ check }) => check === "configuration");
    expect(found.map(({ state, advice }) => [state, advice])).toEqual([
      ["problem", 'see "kioku config"'],
      ["problem", 'see "kioku config"'],
      ["warning", "did you mean KIOKU_SCOPE?"],
    ]);
    using other = testHost({ env: { KIOKU_EMBEDDING_MODEL: "remote" } });
    expect(worst(await examine(other))).toEqual([["configuration", "problem"]]);
  });

  it.each([
    ["is no database", "not one of SQLite, for sure".repeat(40)],
    ["is too short", "short"],
  ])("says that a file %s", async (_what, content) => {
    using host = testHost();
    writeFile(join(host.cwd, "bad.db"), content);
    const report = await examine(host, "--database", "bad.db");
    expect(worst(report)).toContainEqual(["database", "problem"]);
    expect(report.checks.some(({ message }) => message.includes("is not an SQLite database"))).toBe(
      true,
    );
  });

  it("says that a folder is no file, and that a path leads nowhere", async () => {
    using host = testHost();
    mkdirSync(join(host.cwd, "folder"));
    writeFile(join(host.cwd, "file"), "");
    expect(worst(await examine(host, "-d", "folder"))).toContainEqual(["database", "problem"]);
    expect(worst(await examine(host, "-d", "file/x.db"))).toContainEqual(["database", "problem"]);
  });

  it.each([
    { check: "database", page: 8, pages: 20 },
    { check: "integrity", page: 6, pages: 8 },
  ])("finds damage, in the $check", async ({ check, page, pages }) => {
    using host = testHost();
    const path = await database(host);
    await overwrite(path, page * 4096, new Uint8Array(pages * 4096).fill(0xab));
    expect(worst(await examine(host, "--deep"))).toContainEqual([check, "problem"]);
  });

  it("asks for an update if a newer version wrote the database", async () => {
    using host = testHost();
    const path = await database(host);
    const newer = new DatabaseSync(path);
    newer.exec("pragma user_version = 99");
    newer.close();
    const { checks } = await examine(host);
    const problem = checks.find(({ state }) => state === "problem");
    expect(problem?.advice).toContain("update kioku");
    expect(checks.some(({ message }) => message.includes("schema 99"))).toBe(true);
  });

  it("warns of a file that others may read", async () => {
    using host = testHost();
    const path = await database(host);
    chmodSync(path, 0o644);
    const found = (await examine(host)).checks.find(({ state }) => state === "warning");
    expect(found).toMatchObject({ check: "database", advice: `run: chmod 600 '${path}'` });
  });

  it.skipIf(process.getuid?.() === 0)("says that a database is read-only", async () => {
    using host = testHost();
    const path = await database(host);
    chmodSync(path, 0o400);
    expect(worst(await examine(host))).toContainEqual(["database", "problem"]);
    chmodSync(dirname(path), 0o000);
    expect(worst(await examine(host))).toContainEqual(["database", "problem"]);
    chmodSync(dirname(path), 0o700);
  });

  it("asks the server of the model", async () => {
    await using server = await httpServer((response, { headers }) => {
      const isKnown = headers.authorization === "Bearer right";
      sendJson(response, {}, { status: isKnown ? 200 : 401 });
    });
    const env = { KIOKU_MODEL_MODEL: "m", KIOKU_MODEL_BASE_URL: `${server.url}/v1` };
    const check = async (more: Record<string, string>): Promise<unknown> => {
      using host = testHost({ env: { ...env, ...more }, fetch });
      return (await examine(host)).checks.find((one) => one.check === "model");
    };
    expect(await check({ KIOKU_MODEL_API_KEY: "right" })).toMatchObject({ state: "ok" });
    expect(await check({ KIOKU_MODEL_API_KEY: "wrong-secret" })).toEqual({
      check: "model",
      state: "problem",
      message: `${server.url}/v1 refuses the key (401)`,
      advice: "check model.api_key",
    });
    expect(server.seen[0]?.path).toBe("/v1/models");
    expect(await check({ KIOKU_MODEL_BASE_URL: "http://127.0.0.1:9" })).toMatchObject({
      message: "http://127.0.0.1:9 cannot be reached",
    });
  });

  it("tells how old the newest backup is", async () => {
    using host = testHost({ env: { KIOKU_BACKUP_TARGET: "backups" } });
    await database(host);
    const check = async (): Promise<unknown> =>
      (await examine(host)).checks.find((one) => one.check === "backups");
    expect(await check()).toMatchObject({ state: "warning" });
    expect(await host.run("backup")).toMatchObject({ code: 0 });
    host.advance(3 * 86_400_000);
    const folder = join(host.cwd, "backups");
    expect(await check()).toEqual({
      check: "backups",
      state: "ok",
      message: `1 backup in ${folder}, the newest 3 days ago`,
    });
    host.advance(30 * 86_400_000);
    expect(await check()).toMatchObject({ state: "warning" });
    using full = testHost({ folder: host.folder, env: { KIOKU_BACKUP_TARGET: "s3://bucket" } });
    expect(worst(await examine(full))).toContainEqual(["backups", "problem"]);
  });
});
