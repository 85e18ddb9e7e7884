import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { COLUMNS, recordPage } from "../scripts/console-blocks.js";
import { withTables } from "../scripts/page-tables.js";
import { drawTerminal } from "../scripts/terminal-picture.js";
import { blocksOf, runnableLines, unusedExceptions } from "./support/documented-lines.js";
import { testHost } from "./support/test-host.js";

const docs = new URL("../../../docs/", import.meta.url);
const page = readFileSync(new URL("command-line.md", docs), "utf8");
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [readme, page].flatMap((one) => blocksOf(one, "sh"));
const BIN = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

// If not, here and below: npm run record -w kioku
test("every line of the page prints in a terminal what the page and its pictures show", async () => {
  const { page: recorded, sessions } = await recordPage(page);
  expect(recorded).toBe(page);
  expect(sessions.size).toBeGreaterThan(0);
  for (const [name, output] of sessions) {
    const picture = readFileSync(new URL(`images/command-line-${name}.svg`, docs), "utf8");
    expect(drawTerminal(`kioku ${name}`, { output, columns: COLUMNS })).toBe(picture);
  }
});

test("the page lists every command, flag of all and setting as the tables have them", () => {
  expect(withTables(page)).toBe(page);
});

/** Makes `kioku` a command, and returns the environment of a shell that has it. */
function shellOf(home: string): NodeJS.ProcessEnv {
  const program = join(home, "kioku");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(program, 0o755);
  return { HOME: home, PATH: `${home}${delimiter}${process.env["PATH"]}`, LANG: "C.UTF-8" };
}

test("every line for a shell, of this page and of the package's, runs in an empty home", () => {
  using host = testHost();
  expect(unusedExceptions(blocks)).toEqual([]);
  const script = blocks
    .filter((block) => !/kioku (?:serve|studio)/u.test(block))
    .map(runnableLines);
  const { status, stderr } = spawnSync(
    "bash",
    ["-euxo", "pipefail", "-c", script.join("\n")],
    // A line that waits for something ends the test.
    { cwd: host.cwd, env: shellOf(host.home), encoding: "utf8", timeout: 120_000 },
  );
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});

test("every example of a configuration is one", () => {
  using host = testHost();
  const env = shellOf(host.home);
  const examples = blocksOf(page, "toml");
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    const names = Array.from(example.matchAll(/\$\{(\w+)\}/gu), ([, name = ""]) => name);
    const secrets = Object.fromEntries(names.map((name) => [name, "sixteen-letters-"]));
    const file = join(host.cwd, "example.toml");
    writeFileSync(file, example);
    const { status, stderr } = spawnSync("kioku", ["config", "--config", file], {
      env: { ...env, ...secrets },
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }
});

test("the lines for other languages start a server, and ask it", async () => {
  using host = testHost();
  const env = shellOf(host.home);
  const block = blocks.find((one) => one.includes("kioku serve")) ?? "";
  const [serve = "", ask = ""] = runnableLines(block).split(/ &\n/u);
  const server = spawn("bash", ["-c", `exec env ${serve} --port 0`], {
    env,
    cwd: host.cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(server, "close");
  const [shown] = (await once(server.stderr, "data")) as [Buffer];
  const address = /http:\/\/\S+/u.exec(shown.toString())?.[0] ?? "";
  const asking = spawn("bash", ["-c", ask.replace("http://127.0.0.1:4114", address)], { env });
  expect(JSON.parse(await text(asking.stdout))).toMatchObject({ memories: [] });
  server.kill();
  await closed;
});
