import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { configTemplate } from "../../src/config/config-template.js";
import { loadSettings } from "../../src/config/load-settings.js";
import { SETTINGS } from "../../src/config/setting-table.js";
import { testHost } from "../support/test-host.js";
import { writeFile } from "../support/write-file.js";

describe("kioku init", () => {
  it("writes the file of a project, and trusts it", async () => {
    using host = testHost();
    const path = join(host.cwd, "kioku.toml");
    const { code, stdout, stderr } = await host.run("init", "--yes");
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${path} is written.\n`,
      stderr: "",
    });
    expect(readFileSync(path, "utf8")).toContain('\nscope = "work"\n');
    expect(await loadSettings(host, {})).toMatchObject({ scope: ["work"] });
    const text = readFileSync(path, "utf8").replace("#database = ", "database = ");
    writeFile(path, text);
    expect((await host.run("config")).code).toBe(4);
  });

  it("writes the file of the user with all settings as comments", async () => {
    using host = testHost();
    const path = join(host.home, ".config", "kioku", "config.toml");
    expect((await host.run("init", "--user", "--yes", "--json")).stdout).toBe(
      `${JSON.stringify({ path, written: true, content: configTemplate() })}\n`,
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = await loadSettings(testHost(), {});
    expect(await loadSettings(host, {})).toMatchObject({ search: before.search, scope: [] });
  });

  it("shows settings that are all valid once their comments are opened", async () => {
    const names = [...configTemplate().matchAll(/= "\$\{(\w+)\}"/gu)].map(([, name = ""]) => name);
    const env = Object.fromEntries(names.map((name) => [name, "secret"]));
    using host = testHost({ env });
    const text = configTemplate("here").replaceAll(/^#(?! )/gmu, "");
    const config = writeFile(join(host.folder, "all.toml"), text);
    const settings = await loadSettings(host, { config });
    expect(settings).toMatchObject({ scope: ["here"], backup: { s3: { sessionToken: "secret" } } });
    for (const { key } of SETTINGS)
      expect(text).toMatch(new RegExp(key.split(".").at(-1) ?? "", "u"));
  });

  it("never replaces a file", async () => {
    using host = testHost();
    const path = writeFile(join(host.cwd, "kioku.toml"), "# mine");
    const { code, stderr } = await host.run("init", "--yes");
    expect(code).toBe(5);
    expect(stderr).toContain("exists already");
    expect(readFileSync(path, "utf8")).toBe("# mine");
  });

  it("asks, and writes nothing where nobody can be asked", async () => {
    using host = testHost();
    const { code, stdout, stderr } = await host.run("init");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('scope = "work"');
    expect(stderr).toContain("--yes");
    expect(await host.run("config", "trust")).toMatchObject({ code: 3 });
  });

  it("only shows the file for a dry run", async () => {
    using host = testHost();
    const { code, stdout } = await host.run("init", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain('scope = "work"');
    expect(await host.run("config", "trust")).toMatchObject({ code: 3 });
  });

  it("makes no project of the home folder", async () => {
    using host = testHost();
    using atHome = { ...testHost({ folder: host.folder }), cwd: host.home };
    const { main } = await import("../../src/main.js");
    expect(await main(["init", "--yes"], atHome)).toBe(2);
    expect(atHome.written().stderr).toContain("kioku init --user");
  });
});
