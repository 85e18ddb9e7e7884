import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { type TestHost, testHost } from "./support/test-host.js";

const BIN = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

it("keeps compiled code in the user's own folder", async () => {
  using host = testHost();
  const child = start(host, ["--version"]);
  expect(await text(child.stdout)).toMatch(/^\d+\.\d+\.\d+\n$/u);
  expect(readdirSync(join(host.home, ".cache", "kioku", "compiled"))).not.toEqual([]);
});

it("says that Node is too old", async () => {
  using host = testHost();
  const old = `Object.defineProperty(process, "version", { value: "v22.17.1" })`;
  const child = spawn(process.execPath, ["--import", `data:text/javascript,${old}`, BIN], {
    cwd: host.cwd,
    env: {},
  });
  expect(await ended(child)).toMatchObject({
    stderr: "kioku: Node v22.17.1 is too old\nhint: install Node 22.18 or newer\n",
    code: 1,
  });
});

// A file of the bundle that all commands share must not draw in what only some of them need.
it("loads no other package to start and to show help", () => {
  const loaded = new Set<string>();
  const load = (url: URL): void => {
    if (loaded.has(url.href)) return;
    loaded.add(url.href);
    const code = readFileSync(url, "utf8");
    for (const [, name = ""] of code.matchAll(/^import [^;]*?"([^"]+)";$/gmu)) {
      if (name.startsWith(".")) load(new URL(name, url));
      else loaded.add(name);
    }
  };
  for (const name of ["bin", "chunks/main", "chunks/help"]) {
    load(new URL(`../dist/${name}.js`, import.meta.url));
  }
  const packages = [...loaded].filter((name) => !/^(?:file|node):/u.test(name));
  expect(packages).toEqual(["fast-string-width"]);
});

it("makes nothing that others can write to, and nothing where it happens to be", async () => {
  using host = testHost();
  const shell = `umask 0; HOME= XDG_CACHE_HOME="$PWD/../home" "$0" "$1" --version`;
  const child = spawn("/bin/sh", ["-c", shell, process.execPath, BIN], { cwd: host.cwd, env: {} });
  expect(await ended(child)).toMatchObject({ stderr: "", code: 0 });
  expect(readdirSync(host.cwd)).toEqual([]);
  expect(statSync(join(host.home, "kioku")).mode & 0o022).toBe(0);
});

it("never holds an agent up, not even in a folder that is gone", async () => {
  using host = testHost();
  const shell = `rmdir "$PWD"; "$0" "$1" hook session-start </dev/null && "$0" "$1" list`;
  const env = { HOME: host.home };
  const child = spawn("/bin/sh", ["-c", shell, process.execPath, BIN], { cwd: host.cwd, env });
  const { stderr, code } = await ended(child);
  expect(code).toBe(1);
  expect(stderr.match(/^kioku(?: hook)?: /gmu)).toHaveLength(2);
});

it("ends quietly if its reader has gone", async () => {
  using host = testHost();
  const child = start(host, ["help"]);
  child.stdout.destroy();
  expect(await ended(child)).toEqual({ stderr: "", code: 0, signal: null });
});

it("closes the memory at the first signal, and ends with 130", async () => {
  using host = testHost();
  const child = start(host, ["remember", "--lines", "--json"]);
  child.stdin.write("Ana is allergic to peanuts\nBen is not\n");
  await once(child.stdout, "data");
  child.kill("SIGINT");
  expect(await ended(child)).toEqual({
    stderr: expect.stringContaining('{"error":{"code":"interrupted"') as string,
    code: 130,
    signal: null,
  });
  expect((await host.run("recall", "Who is allergic to peanuts?")).stdout).toContain("Ana is");
});

function start(host: TestHost, args: readonly string[]) {
  return spawn(process.execPath, [BIN, ...args], {
    cwd: host.cwd,
    env: { HOME: host.home, PATH: process.env["PATH"] },
  });
}

async function ended(child: ReturnType<typeof start>) {
  const exit = once(child, "exit") as Promise<[number | null, string | null]>;
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), exit]);
  return { stderr, code, signal };
}
