import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { loadSettings } from "../../src/config/load-settings.js";
import type { Host } from "../../src/host.js";
import { testHost, type TestHost } from "../support/test-host.js";
import { writeFile } from "../support/write-file.js";

const FOREIGN = 'database = "stolen.db"';
const NOT_ALLOWED = { exitCode: 4, code: "not-allowed" };

async function scopeOf(host: Host): Promise<string> {
  return (await loadSettings(host, {})).scope.join("/");
}

function project(host: TestHost, text: string): string {
  return writeFile(join(host.cwd, "kioku.toml"), text);
}

describe("a project file that nobody trusts", () => {
  it.each([
    FOREIGN,
    'embedding_model = "remote"',
    '[embedding.remote]\nbase_url = "http://evil/v1"',
    '[model]\nbase_url = "http://evil/v1"',
    '[backup]\ntarget = "s3://evil"',
    '[retention]\n"*" = "1s"',
    'scope = "${HOME}"',
  ])("sets nothing else than scope and search: %s", async (text) => {
    using host = testHost({ env: { HOME: "secret" } });
    project(host, text);
    const failed = loadSettings(host, {});
    await expect(failed).rejects.toMatchObject(NOT_ALLOWED);
    await expect(failed).rejects.not.toThrow("secret");
    expect(await host.run("recall", "x")).toMatchObject({ code: 4, stdout: "" });
  });

  it("counts again after it was read and trusted, until it changes", async () => {
    using host = testHost();
    const path = project(host, 'database = "own.db"\nbackup.key = "secret"');
    const trusted = await host.run("config", "trust");
    expect(trusted).toMatchObject({ code: 0, stderr: "" });
    expect(trusted.stdout).toContain('database = "own.db"');
    expect(trusted.stdout).not.toContain("secret");
    expect((await loadSettings(host, {})).database).toBe(join(host.cwd, "own.db"));
    project(host, FOREIGN);
    await expect(loadSettings(host, {})).rejects.toMatchObject(NOT_ALLOWED);
    await host.run("config", "trust");
    expect((await loadSettings(host, {})).database).toBe(join(host.cwd, "stolen.db"));
    expect((await host.run("config", "distrust")).stdout).toContain(`${path} is not trusted any`);
    await expect(loadSettings(host, {})).rejects.toMatchObject(NOT_ALLOWED);
    const state = join(host.home, ".local", "state", "kioku");
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, "trusted.json")).mode & 0o777).toBe(0o600);
  });

  it("is not trusted under another path, nor through a link", async () => {
    using host = testHost();
    const path = project(host, 'database = "own.db"');
    await host.run("config", "trust");
    const other = join(host.folder, "other");
    writeFile(join(other, "kioku.toml"), 'database = "own.db"');
    await expect(loadSettings({ ...host, cwd: other }, {})).rejects.toMatchObject(NOT_ALLOWED);
    const linked = join(host.folder, "linked");
    mkdirSync(linked);
    symlinkSync(path, join(linked, "kioku.toml"));
    const { database } = await loadSettings({ ...host, cwd: linked }, {});
    expect(database).toBe(join(host.home, ".local", "share", "kioku", "memory.db"));
  });

  it("is the same file by whatever path its folder is reached", async () => {
    using host = testHost();
    project(host, 'database = "own.db"');
    await host.run("config", "trust");
    const link = join(host.folder, "link");
    symlinkSync(host.cwd, link);
    const { database } = await loadSettings({ ...host, cwd: link }, {});
    expect(database).toBe(join(host.cwd, "own.db"));
  });

  it("cannot be trusted where there is none", async () => {
    using host = testHost();
    expect(await host.run("config", "trust")).toMatchObject({ code: 3, stdout: "" });
    expect(await host.run("config", "distrust")).toMatchObject({ code: 3, stdout: "" });
  });
});

describe("the search for a project file", () => {
  it("goes up to the root of the repository, and no further", async () => {
    using host = testHost();
    const deep = join(host.cwd, "a", "b");
    mkdirSync(deep, { recursive: true });
    project(host, 'scope = "above"');
    expect(await scopeOf({ ...host, cwd: deep })).toBe("above");
    mkdirSync(join(host.cwd, "a", ".git"));
    expect(await scopeOf({ ...host, cwd: deep })).toBe("");
    writeFile(join(host.cwd, "a", "kioku.toml"), 'scope = "root"');
    expect(await scopeOf({ ...host, cwd: deep })).toBe("root");
  });

  it("never looks into the home folder or above it", async () => {
    using host = testHost();
    const inside = join(host.home, "project");
    mkdirSync(inside);
    writeFile(join(host.home, "kioku.toml"), 'scope = "home"');
    writeFile(join(host.folder, "kioku.toml"), 'scope = "above"');
    expect(await scopeOf({ ...host, cwd: inside })).toBe("");
    expect(await scopeOf({ ...host, cwd: host.home })).toBe("");
    expect(await scopeOf({ ...host, cwd: host.folder })).toBe("");
    expect(await scopeOf(host)).toBe("");
  });

  it("leaves out what anyone could have put there, and takes the next above", async () => {
    using host = testHost();
    const open = join(host.cwd, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    writeFile(join(open, "kioku.toml"), FOREIGN);
    project(host, 'scope = "own"');
    const inside = { ...host, cwd: open };
    expect(await scopeOf(inside)).toBe("own");
    chmodSync(open, 0o755);
    chmodSync(join(open, "kioku.toml"), 0o666);
    expect(await scopeOf(inside)).toBe("own");
    chmodSync(join(open, "kioku.toml"), 0o644);
    await expect(loadSettings(inside, {})).rejects.toMatchObject(NOT_ALLOWED);
  });

  it.runIf(process.getuid?.() === 0)("leaves out files and folders of others", async () => {
    using host = testHost();
    const path = project(host, FOREIGN);
    chownSync(path, 12_345, 12_345);
    expect(await scopeOf(host)).toBe("");
    chownSync(path, 0, 0);
    chownSync(host.cwd, 12_345, 12_345);
    expect(await scopeOf(host)).toBe("");
    expect(await host.run("config", "trust")).toMatchObject({ code: 0 });
    expect((await loadSettings(host, {})).database).toBe(join(host.cwd, "stolen.db"));
  });

  it("takes no time for lines that look like keys without an end", async () => {
    using host = testHost();
    project(host, `scope = "a"\n#${" ".repeat(120_000)}\n${"[a ".repeat(10)}`);
    await expect(scopeOf(host)).rejects.toThrow("is no valid TOML");
    project(host, `${" ".repeat(120_000)}\nscope = "a"\n#${"a ".repeat(60_000)}`);
    expect(await scopeOf(host)).toBe("a");
  });

  it("neither waits for a pipe nor reads what is huge", async () => {
    using host = testHost();
    execFileSync("mkfifo", [join(host.cwd, "kioku.toml")]);
    expect(await scopeOf(host)).toBe("");
    const config = writeFile(join(host.folder, "huge.toml"), `# ${"x".repeat(300_000)}`);
    await expect(loadSettings(host, { config })).rejects.toThrow("has more than 262144 bytes");
    await expect(loadSettings(host, { config: "." })).rejects.toThrow(/is no file|cannot be read/u);
    await expect(loadSettings(host, { config: join(host.cwd, "kioku.toml") })).rejects.toThrow(
      "is no file",
    );
  });
});
