import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startCitus } from "@kioku/servers/citus";
import { hasPgbouncer, startPooler } from "@kioku/servers/pooler";
import { expect, onTestFinished, test } from "vitest";

import {
  addressOf,
  DEPLOY,
  prepare,
  PROGRAMS,
  query,
  serverWithVectors,
} from "./prepared-server.ts";

const run = promisify(execFile);
const PAGE = new URL("../stores/from-one-file-to-many-servers.md", import.meta.url);
/** Inside the repository, so that packages resolve, in a folder that git ignores. */
const BUILT = fileURLToPath(new URL("../dist", import.meta.url));

/** Commands of the page that have no counterpart here, and what stands in for the programs. */
const STAND_INS = `set -e
git() { :; }
npm() { :; }
mkdir() { :; }
cd() { :; }
cp() { :; }
docker() { :; }
openssl() { :; }
kubectl() { :; }
apt-get() { :; }
systemctl() { :; }
crontab() { cat > crontab.txt; }
node() { "$NODE" "$@"; }
`;

/** Fewer shards than on the page, which are made in less time. */
const SHARDS = 4;

const text = readFileSync(PAGE, "utf8");
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gmu"))].map(
    ([, code = ""]) => code,
  );

/** The programs of the page, by the names in their first lines. */
function programs(): ReadonlyMap<string, string> {
  return new Map(
    blocks("ts").map((code) => {
      const name = /^\/\/ (?<name>[\w-]+\.ts)\n/u.exec(code)?.groups?.["name"] ?? "";
      return [name, code.replaceAll(/\b64\b/gu, String(SHARDS))];
    }),
  );
}

/** The commands of the page as one script, with addresses of this machine. */
function script(addresses: Readonly<Record<string, string>>): string {
  const commands = Object.entries(addresses).reduce(
    (all, [written, address]) => all.replaceAll(written, address),
    blocks("sh").join("\n"),
  );
  const here = commands
    .replaceAll(/:\$\w+_PASSWORD@/gu, "@")
    .replaceAll(". ../kioku/deploy/.env", ":")
    .replaceAll("/etc/pgbouncer/", "./")
    // Where the page does not say what is printed, any output will do.
    .replaceAll(/^node [^#\n]+$/gmu, "$& > /dev/null");
  return STAND_INS + here;
}

test("every program of the page has a name, and its commands use all of them", () => {
  const names = [...programs().keys()];
  expect(names).toHaveLength(new Set(names).size);
  const commands = blocks("sh").join("\n");
  const unused = names.filter((name) => !commands.includes(name));
  // Citus has a test of its own.
  expect(unused).toEqual(["on-citus.ts"]);
});

/** Makes a folder with the programs of the page. */
function stepFolder(): string {
  mkdirSync(BUILT, { recursive: true });
  const folder = mkdtempSync(join(BUILT, "steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, code] of programs()) writeFileSync(join(folder, name), code);
  copyFileSync(new URL("maintain.ts", DEPLOY), join(folder, "maintain.ts"));
  return folder;
}

function place(url: string): string {
  return new URL(url).host;
}

const server = await serverWithVectors();

test.skipIf(server === undefined)(
  "the page leads from one file to many servers, on servers of this machine",
  async () => {
    const folder = stepFolder();
    for (const database of ["agents", "second"]) {
      await query(addressOf(server, "postgres", "postgres"), `create database ${database}`);
      await prepare(server, database);
    }
    const replica = await server?.replica();
    onTestFinished(() => replica?.[Symbol.asyncDispose]());
    const pooler = hasPgbouncer ? await startPooler(addressOf(server, "kioku_app"), 4) : undefined;
    onTestFinished(() => pooler?.[Symbol.asyncDispose]());
    const direct = place(addressOf(server, "postgres"));
    const commands = script({
      "localhost:6432": pooler ? place(pooler.url) : direct,
      "localhost:5433": replica ? place(replica.url) : direct,
      "localhost/": `${direct}/`,
      "second.example/agents": `${direct}/second`,
    });
    const { stdout } = await run("bash", ["--norc", "-c", commands], {
      cwd: folder,
      env: { ...PROGRAMS, NODE: process.execPath },
    });
    const moved = "select nspname from pg_namespace where nspname ~ '^kioku_[0-9]' order by 1";
    expect(await query(addressOf(server, "postgres"), moved)).toBe("kioku_0\nkioku_2\n");
    expect(await query(addressOf(server, "postgres", "second"), moved)).toBe("kioku_1\nkioku_3\n");
    const promised = commands.matchAll(/^node [^#\n]+# (?<said>.+)$/gmu);
    expect(stdout.trim().split("\n")).toEqual([...promised].map(({ groups }) => groups?.["said"]));
  },
);

/** As for the tests of the dialect: minutes of work, so only on demand. */
const ON_CITUS = process.env["KIOKU_TEST_CITUS"] === "1";

test.skipIf(!ON_CITUS)("the shards of the page lie on nodes of Citus, and move there", async () => {
  await using cluster = await startCitus();
  const { coordinator, workers } = cluster;
  const folder = stepFolder();
  const made = programs().get("make-shards.ts") ?? "";
  const withDialect = made
    .replace("shards: SHARDS,", "shards: SHARDS, dialect: citus,")
    .replace('role: "kioku_app",', 'role: "kioku_app", dialect: citus,')
    .replace("{ grantsSql,", "{ citus, grantsSql,");
  writeFileSync(join(folder, "make-shards.ts"), withDialect);
  await prepare(coordinator, "postgres");
  const runAs = async (role: string, ...args: readonly string[]): Promise<string> => {
    const env = { ...PROGRAMS, DATABASE_URL: addressOf(coordinator, role, "postgres") };
    return (await run(process.execPath, [...args], { cwd: folder, env })).stdout.trim();
  };
  const bees = "Ann keeps bees behind the house";
  await runAs("kioku_owner", "make-shards.ts");
  expect(await runAs("kioku_app", "agent.ts", "one-file.ts")).toBe(bees);
  expect(await runAs("kioku_app", "copy.ts", "one-file.ts", "on-citus.ts")).toBe(
    "nothing is missing",
  );
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const from = await cluster.nodeOf(`kioku_${shard}`);
    const target = workers.find((worker) => worker !== from);
    await cluster.run(
      `select citus_schema_move('kioku_${shard}', '127.0.0.1', ${target?.port}, 'force_logical')`,
    );
    expect(await cluster.nodeOf(`kioku_${shard}`)).toBe(target);
  }
  expect(await runAs("kioku_app", "agent.ts", "on-citus.ts")).toBe(bees);
});
