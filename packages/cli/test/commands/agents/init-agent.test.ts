import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { testHost } from "../../support/test-host.js";

const APPS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "Library/Application Support",
  win32: "AppData/Roaming",
};
const APP = APPS[process.platform] ?? ".config";

/** Files by agent, in a project and of a user. */
const FILES = {
  claude: { project: [".claude/settings.json", ".mcp.json"], user: [".claude/settings.json"] },
  cursor: {
    project: [".cursor/hooks.json", ".cursor/mcp.json", ".cursor/rules/kioku.mdc"],
    user: [".cursor/hooks.json", ".cursor/mcp.json"],
  },
  vscode: {
    project: [".github/hooks/kioku.json", ".vscode/mcp.json", ".github/copilot-instructions.md"],
    user: [".copilot/hooks/kioku.json", `${APP}/Code/User/mcp.json`],
  },
  codex: {
    project: [".codex/hooks.json", ".codex/config.toml", "AGENTS.md"],
    user: [".codex/hooks.json", ".codex/config.toml", ".codex/AGENTS.md"],
  },
} as const;

const AGENTS = Object.keys(FILES) as (keyof typeof FILES)[];

/** Returns all files below a folder with their texts. */
function textsBelow(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .map((name) => [name, join(folder, name)] as const)
      .filter(([, path]) => statSync(path).isFile())
      .map(([name, path]) => [name, readFileSync(path, "utf8")]),
  );
}

describe("init --agent", () => {
  it("writes the files of each agent, once, and takes them away", async () => {
    for (const agent of AGENTS) {
      using host = testHost();
      for (const [flags, folder, files] of [
        [[], host.cwd, FILES[agent].project],
        [["--user"], host.home, FILES[agent].user],
      ] as const) {
        const set = ["init", "--agent", agent, ...flags, "--yes"];
        const first = await host.run(...set);
        expect(first.code).toBe(0);
        expect(first.stdout.trim().split("\n")).toEqual(
          files.map((name) => `${join(folder, name)} is written.`),
        );
        const written = textsBelow(folder);
        expect(Object.keys(written).toSorted()).toEqual(files.toSorted());
        expect(Object.values(written).join("\n")).toContain("kioku hook session-start");
        expect((await host.run(...set)).stdout).toBe("Nothing to change.\n");
        expect(textsBelow(folder)).toEqual(written);
        expect((await host.run(...set, "--remove")).code).toBe(0);
        expect(textsBelow(folder)).toEqual({});
        expect((await host.run(...set, "--remove")).stdout).toBe("Nothing to change.\n");
      }
    }
  });

  it("changes nothing else in files that are there", async () => {
    for (const agent of AGENTS) {
      using host = testHost();
      for (const name of FILES[agent].project) {
        const path = join(host.cwd, name);
        mkdirSync(dirname(path), { recursive: true });
        const text = name.endsWith("json")
          ? '{\n  // mine\n  "x": [1]\n}\n'
          : name.endsWith("toml")
            ? '# mine\nmodel = "x"\n'
            : "# Mine\r\n\r\nRules";
        writeFileSync(path, text);
      }
      const before = textsBelow(host.cwd);
      await host.run("init", "--agent", agent, "--yes");
      const after = textsBelow(host.cwd);
      for (const name of FILES[agent].project) expect(after[name]).not.toBe(before[name]);
      await host.run("init", "--agent", agent, "--yes", "--remove");
      expect(textsBelow(host.cwd)).toEqual(before);
    }
  });

  it("shows what it would do, and does it only after a yes", async () => {
    using host = testHost();
    const dry = await host.run("init", "--agent", "codex", "--dry-run");
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain(`create ${join(host.cwd, "AGENTS.md")}`);
    expect(dry.stdout).toContain("+ <!-- kioku:begin -->");
    const asked = await host.run("init", "--agent", "codex");
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked.stderr).toContain("+ <!-- kioku:begin -->");
    expect(textsBelow(host.cwd)).toEqual({});
    const json = await host.run("init", "--agent", "claude", "--yes", "--json");
    expect(JSON.parse(json.stdout)).toEqual({
      agent: "claude",
      changed: true,
      files: FILES.claude.project.map((name) => ({
        path: join(host.cwd, name),
        change: "create",
      })),
    });
  });

  it("leaves the file of a running program to that program, and says what to run", async () => {
    using host = testHost();
    const set = ["init", "--agent", "claude", "--user", "--yes"];
    const server = process.platform === "win32" ? "cmd /c npx" : "npx";
    expect((await host.run(...set)).stderr).toContain(
      `claude mcp add --scope user kioku -- ${server} -y kioku serve mcp`,
    );
    expect((await host.run(...set, "--remove")).stderr).toContain("claude mcp remove");
  });

  it("sets Claude Desktop up for the user, without hooks", async () => {
    using host = testHost({ env: { PATH: "/nowhere" } });
    const name = `${APP}/Claude/claude_desktop_config.json`;
    const set = ["init", "--agent", "claude-desktop", "--yes"];
    const own = '{"preferences": {"quick": true}}\n';
    mkdirSync(dirname(join(host.home, name)), { recursive: true });
    writeFileSync(join(host.home, name), own);
    expect(await host.run(...set)).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(readFileSync(join(host.home, name), "utf8"))).toMatchObject({
      preferences: { quick: true },
      mcpServers: { kioku: {} },
    });
    expect(textsBelow(host.cwd)).toEqual({});
    await host.run(...set, "--remove");
    expect(textsBelow(host.home)).toEqual({ [name]: own });
  });

  it("works from below the root of a repository, and shows only what changes", async () => {
    using host = testHost();
    mkdirSync(join(host.folder, ".git"));
    const path = join(host.folder, "AGENTS.md");
    writeFileSync(path, Array.from({ length: 30 }, (_, index) => `Line ${index}\n`).join(""));
    const { stdout } = await host.run("init", "--agent", "codex", "--dry-run");
    expect(stdout).toContain(`update ${path}`);
    expect(stdout).toContain("Line 27\n");
    expect(stdout).not.toContain("Line 20\n");
  });

  it("keeps links and modes", async () => {
    using host = testHost();
    const real = join(host.folder, "dotfiles.json");
    writeFileSync(real, "{}\n");
    chmodSync(real, 0o600);
    mkdirSync(join(host.home, ".claude"));
    const link = join(host.home, ".claude", "settings.json");
    symlinkSync(real, link);
    await host.run("init", "--agent", "claude", "--user", "--yes");
    expect(readFileSync(real, "utf8")).toContain("kioku hook session-end");
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(existsSync(link)).toBe(true);
    expect(readdirSync(dirname(real)).toSorted()).toEqual(["dotfiles.json", "home", "work"]);
  });

  it("follows no link out of a project", async () => {
    using host = testHost();
    const outside = join(host.home, ".profile");
    writeFileSync(outside, "echo\n");
    symlinkSync(outside, join(host.cwd, "AGENTS.md"));
    expect((await host.run("init", "--agent", "codex", "--yes")).code).toBe(4);
    symlinkSync(host.home, join(host.cwd, ".claude"));
    expect((await host.run("init", "--agent", "claude", "--yes")).code).toBe(4);
    expect(textsBelow(host.home)).toEqual({ ".profile": "echo\n" });
  });

  it("leaves a file alone that it cannot read, and all others with it", async () => {
    using host = testHost();
    writeFileSync(join(host.cwd, "AGENTS.md"), "<!-- kioku:begin -->\nno end\n");
    const before = textsBelow(host.cwd);
    const refused = await host.run("init", "--agent", "codex", "--yes");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("is left alone");
    expect(textsBelow(host.cwd)).toEqual(before);
    mkdirSync(join(host.cwd, ".claude"));
    writeFileSync(join(host.cwd, ".claude", "settings.json"), "{ broken");
    const broken = await host.run("init", "--agent", "claude", "--yes");
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('"command": "kioku hook session-start"');
    writeFileSync(join(host.cwd, ".claude", "settings.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await host.run("init", "--agent", "claude", "--yes")).stderr).toContain("is not UTF-8");
  });

  it("replaces the block of an older version", async () => {
    using host = testHost();
    const path = join(host.cwd, "AGENTS.md");
    writeFileSync(path, "# Mine\n\n<!-- kioku:begin -->\nold\n<!-- kioku:end -->\n\nMore\n");
    await host.run("init", "--agent", "codex", "--yes");
    expect(readFileSync(path, "utf8")).toMatch(
      /^# Mine\n\n<!-- kioku:begin -->\n## Memory\n[^]*<!-- kioku:end -->\n\nMore\n$/u,
    );
  });

  it("says if agents cannot find the program", async () => {
    using host = testHost({ env: { PATH: "/nowhere" } });
    expect((await host.run("init", "--agent", "claude", "--yes")).stderr).toContain("PATH");
    const bin = join(host.folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, process.platform === "win32" ? "kioku.cmd" : "kioku"), "");
    using found = testHost({ env: { PATH: bin } });
    expect((await found.run("init", "--agent", "claude", "--yes")).stderr).toBe("");
  });
});
