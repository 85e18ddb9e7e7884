import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { SETTINGS } from "../../src/config/setting-table.js";
import { testHost } from "../support/test-host.js";
import { writeFile } from "../support/write-file.js";

describe("kioku config", () => {
  it("shows each setting with where it comes from", async () => {
    using host = testHost({ env: { KIOKU_SEARCH_DEFAULT_LIMIT: "5" } });
    const project = writeFile(join(host.cwd, "kioku.toml"), '\nscope = "team/ana"');
    const { code, stdout, stderr } = await host.run("config", "--database", "here.db");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const { key } of SETTINGS) expect(stdout).toContain(key);
    const text = stdout.replaceAll(/\s+/gu, " ");
    expect(text).toContain(`database ${join(host.cwd, "here.db")} --database`);
    expect(text).toContain(`scope team/ana ${project}:2`);
    expect(text).toContain("search.default_limit 5 KIOKU_SEARCH_DEFAULT_LIMIT");
    expect(text).toContain("embedding_model local default");
    expect(text).toContain("model.model not set");
    expect(text).toContain("not trusted: only scope and search count");
    expect(text).toContain("config.toml does not exist");
  });

  it("shows neither keys nor passwords, in JSON neither", async () => {
    using host = testHost({ env: { KEY: "hidden-1", KIOKU_BACKUP_KEY: "hidden-2" } });
    writeFile(
      join(host.home, ".config", "kioku", "config.toml"),
      'database = "postgres://ana:hidden-3@h/d?sslpassword=hidden-4"\n[model]\napi_key = "${KEY}"\nmodel = "m"\nbase_url = "http://h/v1"',
    );
    const [lines, json] = [await host.run("config"), await host.run("config", "--json")];
    expect(lines.stdout).toContain("postgres://ana:***@h/d?sslpassword=***");
    expect(lines.stdout + lines.stderr + json.stdout + json.stderr).not.toContain("hidden");
    const { settings } = JSON.parse(json.stdout) as { settings: { key: string; value: unknown }[] };
    const valueOf = (key: string): unknown => settings.find((one) => one.key === key)?.value;
    expect(valueOf("model.api_key")).toBe("***");
    expect(valueOf("search.default_limit")).toBe(10);
    expect(valueOf("scope")).toEqual([]);
    expect(valueOf("backup.region")).toBe(null);
    expect(valueOf("backup.session_token")).toBe(null);
  });

  it("shows what is wrong beside what counts, and fails", async () => {
    using host = testHost({ env: { KIOKU_SCOPE: "a" } });
    const user = writeFile(join(host.home, ".config", "kioku", "config.toml"), "datbase = 'x'");
    writeFile(join(host.cwd, "kioku.toml"), 'database = "x"');
    const { code, stdout } = await host.run("config", "--json");
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { role: "project", state: "untrusted" },
        { role: "user", state: "broken" },
      ],
      problems: [
        { code: "not-allowed", hint: expect.stringContaining("kioku config trust") as unknown },
        { message: `${user}:1: unknown setting "datbase"`, hint: "did you mean database?" },
      ],
    });
    const lines = await host.run("config");
    expect(lines.stdout).toMatch(/^scope +a {2}KIOKU_SCOPE$/mu);
    expect(lines.stdout).toContain("did you mean database?");
  });

  it("names a file that it leaves out", async () => {
    using host = testHost();
    const open = join(host.cwd, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    writeFile(join(open, "kioku.toml"), 'database = "x"');
    using inside = { ...testHost({ folder: host.folder }), cwd: open };
    const { main } = await import("../../src/main.js");
    expect(await main(["config"], inside)).toBe(0);
    const text = inside.written().stdout.replaceAll(/\s+/gu, " ");
    expect(text).toContain("left out: every user may write to its folder");
  });

  it("prints the path to edit", async () => {
    using host = testHost();
    const user = join(host.home, ".config", "kioku", "config.toml");
    expect((await host.run("config", "path")).stdout).toBe(`${user}\n`);
    const project = writeFile(join(host.cwd, "kioku.toml"), 'scope = "a"');
    expect((await host.run("config", "path")).stdout).toBe(`${project}\n`);
  });

  it("shows no codes of a terminal that a file holds", async () => {
    using host = testHost();
    writeFile(join(host.cwd, "kioku.toml"), 'scope = "a\\u001b[2Jb"');
    const { stdout } = await host.run("config");
    expect(stdout).not.toContain("\u001B");
  });
});
