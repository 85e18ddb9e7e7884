import { existsSync, readFileSync } from "node:fs";

import { createMemory } from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import { expect, test } from "vitest";

import { deployFiles } from "../charts/deploy-files.ts";
import { addressOf, DEPLOY, prepare, query, serverWithVectors } from "./prepared-server.ts";

function read(file: string): string {
  return readFileSync(new URL(file, DEPLOY), "utf8");
}

test.each(deployFiles)("deploy/$file is what `npm run charts -w docs` writes", (file) => {
  const text = read(file.file);
  expect(file.write()).toBe(text);
  // kubectl refuses the whole file otherwise.
  expect(/[^\n\P{Cc}]/u.exec(text)).toBeNull();
});

test("the files that the compose file mounts are there", () => {
  const mounts = [...read("compose.yaml").matchAll(/^ +- \.\/(?<path>[^:]+):/gmu)];
  const paths = mounts.map(({ groups }) => groups?.["path"] ?? "");
  expect(paths).toHaveLength(3);
  expect(paths.filter((path) => !existsSync(new URL(path, DEPLOY)))).toEqual([]);
});

test("the jobs mount what the config map has", () => {
  const names = read("kubernetes/configmap.yaml").matchAll(/^ {2}(?<name>[\w.]+): \|$/gmu);
  expect([...names].map(({ groups }) => groups?.["name"])).toEqual([
    "prepare.sh",
    "roles.sql",
    "schema.sql",
    "grants.sql",
    "maintain.ts",
  ]);
  expect(read("kubernetes/migrate.yaml")).toContain("command: [sh, /kioku/prepare.sh]");
  expect(read("kubernetes/maintain.yaml")).toContain("subPath: maintain.ts");
});

test("the job for upkeep is the one of the page", () => {
  const page = readFileSync(new URL("../stores/postgres-upkeep.md", import.meta.url), "utf8");
  expect(page).toContain(`\`\`\`ts\n${read("maintain.ts")}\`\`\`\n`);
});

const server = await serverWithVectors();

test.skipIf(server === undefined)(
  "prepare.sh makes a database that a program without rights of its own uses, and may run again",
  async () => {
    await query(addressOf(server, "postgres", "postgres"), "create database agents");
    const said = "kioku: roles, schema and privileges are there\n";
    expect(await prepare(server)).toBe(said);
    const options = { rowLevelSecurity: true, migrate: false } as const;
    const storeAs = (role: string) =>
      postgresStore({
        connectionString: addressOf(server, role),
        onWarning: () => undefined,
        ...options,
      });
    const app = createMemory({ store: storeAs("kioku_app") });
    await app.scope("acme", "ann").remember("Ann keeps bees behind the house");
    const owner = storeAs("kioku_owner");
    await owner.open();
    expect(await owner.maintain()).toMatchObject({ isBusy: false });
    await owner.close();
    expect(await prepare(server)).toBe(said);

    const reader = createMemory({ store: storeAs("kioku_reader") });
    const ann = reader.scope("acme", "ann");
    const found = await ann.recall({ query: "Which animals does Ann keep?", minScore: 0 });
    expect(found.map(({ content }) => content)).toEqual(["Ann keeps bees behind the house"]);
    await expect(ann.remember("Ann keeps ducks")).rejects.toMatchObject({ code: "store-failed" });
    await app.close();
    await reader.close();
    expect(
      await query(addressOf(server, "kioku_app"), "select count(*)::integer from kioku.records"),
    ).toBe("0\n");
    await expect(
      query(addressOf(server, "kioku_app"), "create table kioku.mine ()"),
    ).rejects.toThrow(/denied/u);
    expect(
      await query(
        addressOf(server, "postgres"),
        `select rolname, rolsuper or rolbypassrls, rolpassword like 'SCRAM%' from pg_authid
          where rolname like 'kioku_%' order by 1`,
      ),
    ).toBe("kioku_app|f|t\nkioku_owner|f|t\nkioku_reader|f|t\n");
  },
);
