import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { testHost } from "../../support/test-host.js";
import { writeFile } from "../../support/write-file.js";
import { plainHost, serveMcp } from "./served-mcp.js";

describe("serve mcp", () => {
  it.each(["legacy", "auto"] as const)(
    "remembers for a client that negotiates %s, and ends with its input",
    async (mode) => {
      using host = plainHost();
      const served = await serveMcp(host, [], { versionNegotiation: { mode } });
      expect(await served.call("remember", { content: "Ana is allergic to peanuts" })).not.toBe("");
      expect(await served.end()).toBe(0);
      expect(served.stderr()).toBe("");
      const { stdout } = await host.run("recall", "peanuts");
      expect(stdout).toContain("Ana is allergic to peanuts");
    },
  );

  it("ends with 0 at a signal", async () => {
    using host = plainHost();
    const served = await serveMcp(host);
    host.interrupt();
    expect(await served.ended).toBe(0);
  });

  it("works in the scope of the repository, unless the configuration has one", async () => {
    using host = plainHost();
    mkdirSync(join(host.cwd, ".git"));
    const inProject = await serveMcp(host);
    await inProject.call("remember", { content: "Releases are on Tuesdays" });
    expect(await inProject.end()).toBe(0);
    const inScope = await serveMcp(host, ["--scope", "team/ana"]);
    await inScope.call("remember", { content: "Ana skates" });
    expect(await inScope.end()).toBe(0);
    expect((await host.run("list", "--scope", "projects/work")).stdout).toContain("Releases");
    expect((await host.run("list", "--scope", "team/ana")).stdout).toContain("Ana skates");
  });

  it("lets no file of a project choose the scope that is not trusted", async () => {
    using host = plainHost();
    writeFile(join(host.cwd, "kioku.toml"), 'scope = "projects/other"\n');
    const served = await serveMcp(host);
    await served.call("remember", { content: "Ana skates" });
    expect(await served.end()).toBe(0);
    expect(served.stderr()).toContain("is not trusted, and sets no scope here");
    expect((await host.run("list", "--scope", "projects/other")).stdout).not.toContain("skates");
  });

  it("consolidates in the background", async () => {
    using host = plainHost();
    const lines = Array.from({ length: 20 }, (_, turn) => `I moved to Berlin in ${1990 + turn}`);
    using before = testHost({ folder: host.folder, env: host.env, stdin: lines.join("\n") });
    await before.run("remember", "--lines", "--scope", "ana");
    // Starts a run: enough turns wait.
    const served = await serveMcp(host, ["--scope", "ana"]);
    await served.call("remember", { content: "I moved to Rome" });
    // Closing waits for the run.
    expect(await served.end()).toBe(0);
    const { stdout } = await host.run("stats", "--json", "--scope", "ana");
    expect(JSON.parse(stdout)).toMatchObject({ mind: { runs: 1, turns: 21, waiting: 0 } });
  });

  it("tells what is wrong on stderr, with the exit codes of the command line", async () => {
    using host = plainHost();
    const cases: readonly (readonly [flags: string, says: string])[] = [
      ["serve --http", "--http needs the argument mcp"],
      ["serve --tools graph", "--tools needs the argument mcp"],
      ["serve --tokens t.json", "--tokens needs the argument mcp"],
      ["serve mcp --port 1", "--port needs --http"],
      ["serve mcp --host ::1", "--host needs --http"],
      ["serve mcp --tokens t.json", "--tokens needs --http"],
      ["serve http", "must be one of mcp"],
      ["serve mcp --tools nothing", "nothing"],
    ];
    for (const [flags, says] of cases) {
      const ran = await host.run(...flags.split(" "));
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toContain(says);
    }
  });
});
