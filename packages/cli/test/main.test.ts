import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { HANDLERS } from "../src/handlers.js";
import { main } from "../src/main.js";
import { COMMANDS } from "../src/table/commands.js";
import { testHost } from "./support/test-host.js";

it("remembers and recalls in a home of its own", async () => {
  using host = testHost();
  expect((await host.run("remember", "Ana is allergic to peanuts")).code).toBe(0);
  const { code, stdout, stderr } = await host.run("recall", "What is Ana allergic to?");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Ana is allergic to peanuts");
});

it("has a handler for each command", async () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(Object.keys(HANDLERS)).toEqual([...names, "version"]);
  for (const load of Object.values(HANDLERS)) expect(await load()).toHaveProperty("run");
});

it("shows help for no arguments, help, and --help anywhere", async () => {
  using host = testHost();
  const alone = await host.run();
  expect(alone).toMatchObject({ code: 0, stderr: "" });
  expect(alone.stdout).toContain("Look after\n");
  expect(await host.run("help")).toEqual(alone);
  expect(await host.run("--help")).toEqual(alone);
  const recall = await host.run("help", "recall");
  expect(recall.stdout).toContain("kioku recall [flags] <query>...");
  expect(await host.run("recall", "--help")).toEqual(recall);
  expect(await host.run("-h", "search")).toEqual(recall);
  expect(await host.run("recall", "a", "--limit", "3", "-h")).toEqual(recall);
});

it("shows its version", async () => {
  using host = testHost();
  const { code, stdout } = await host.run("--version");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  const { version } = JSON.parse((await host.run("-V", "--json")).stdout) as { version: string };
  expect(`${version}\n`).toBe(stdout);
});

it("takes global flags before and after the name of a command", async () => {
  using host = testHost();
  await host.run("--scope", "a/b", "remember", "Ana is allergic to peanuts");
  expect((await host.run("-s", "a/b", "recall", "peanuts")).stdout).toContain("Ana");
  expect((await host.run("-qsa/b", "recall", "peanuts")).stdout).toContain("Ana");
  expect((await host.run("recall", "peanuts", "--scope=a/b")).stdout).toContain("Ana");
  expect((await host.run("--scope", "recall", "recall", "peanuts")).stdout).not.toContain("Ana");
  expect((await host.run("--", "help")).stdout).toContain("Usage");
});

it("takes no day that is not in the calendar", async () => {
  using host = testHost();
  const codes = ["2024-02-29T23:59Z", "2026-02-30", "2026-11-26 (x)"].map(
    async (at) => (await host.run("list", "--from", at)).code,
  );
  expect(await Promise.all(codes)).toEqual([0, 2, 2]);
});

it("names what was probably meant, and exits with 2", async () => {
  using host = testHost();
  const said = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await host.run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    return stderr.split("\n")[0] ?? "";
  };
  expect(await said("recal", "a")).toBe('kioku: unknown command "recal"; did you mean recall?');
  expect(await said("rmeember", "a")).toContain("did you mean remember?");
  expect(await said("serach", "a")).toContain("did you mean search?");
  expect(await said("delete", "a")).toContain("did you mean forget?");
  expect(await said("version")).toContain("did you mean --version?");
  expect(await said("xyzzy")).toBe('kioku: unknown command "xyzzy"');
  expect(await said("help", "lst")).toContain("did you mean list?");
  expect(await said("recall", "a", "--limt", "3")).toBe(
    "kioku: unknown flag --limt; did you mean --limit?",
  );
  expect(await said("--jsn", "list")).toContain("did you mean --json?");
  expect(await said("--limit", "3", "recall", "a")).toBe(
    "kioku: flag --limit belongs after the name of its command",
  );
  expect(await said("recall")).toBe("kioku: argument <query> is missing");
  expect(await said("recall", "a", "--limit")).toBe("kioku: flag --limit needs a value");
  expect(await said("recall", "a", "--scope", "--limit")).toContain("flag --scope needs a value");
  expect(await said("recall", "a", "-n", "-3")).toContain("--limit must be a whole number");
  expect(await said("recall", "a", "--below=yes")).toContain("flag --below takes no value");
  expect(await said("show", "a", "b")).toBe('kioku: unexpected argument "b"');
  expect(await said("completion", "tcsh")).toContain("must be one of bash, zsh, fish");
});

it("tells programs of a failure by one line of JSON on stderr", async () => {
  using host = testHost();
  const { code, stdout, stderr } = await host.run("recal", "--json");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "usage",
      message: 'unknown command "recal"; did you mean recall?',
      hint: "kioku help lists all commands",
    },
  });
  expect(stderr.match(/\n/gu)).toHaveLength(1);
  expect((await host.run("recal", "--", "--json")).stderr).toMatch(/^kioku: /u);
});

it("gives back 130 for what was interrupted", async () => {
  using host = testHost();
  host.interrupt();
  expect(await host.run("recall", "a")).toEqual({
    code: 130,
    stdout: "",
    stderr: "kioku: interrupted\n",
  });
});

it("ends quietly when nobody reads its output any more", async () => {
  using host = testHost();
  const stdout = {
    write: (_text: string, done: (error?: Error) => void) =>
      done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
  };
  expect(await main(["help"], { ...host, stdout })).toBe(0);
  expect(host.written().stderr).toBe("");
});

it("reports a full disk behind standard output", async () => {
  using host = testHost();
  const stdout = {
    write: (_text: string, done: (error?: Error) => void) =>
      done(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })),
  };
  expect(await main(["help"], { ...host, stdout })).toBe(75);
  expect(host.written().stderr).toBe(
    "kioku: ENOSPC: no space left on device, write\nhint: free some room on the disk, then run it again\n",
  );
});

it("does not make a database that was named and does not exist to read it", async () => {
  using host = testHost();
  for (const words of [["recall", "x"], ["reindex"]]) {
    const { code, stderr } = await host.run(...words, "--database", "typo.db");
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `kioku: database ${join(host.cwd, "typo.db")} does not exist\nhint: kioku remember begins one\n`,
    });
  }
  expect(existsSync(join(host.cwd, "typo.db"))).toBe(false);
});
