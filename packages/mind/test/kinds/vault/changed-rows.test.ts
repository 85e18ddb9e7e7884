import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { createMemory, MemoryError, type MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { seededRandom } from "@kioku/testing/support";
import { afterEach, expect, test } from "vitest";

import { createKinds } from "../../../src/kinds/index.js";
import { keepSecret, secretFields, vaultOf } from "./vault-test.js";

const SCOPES = 10;
const SECRETS = 25;
const ATTACKS = process.env["KIOKU_TEST_SIZE"] === "full" ? 1_000 : 200;
const vault = vaultOf("first");
const capability = vault.grant({ scope: [], reason: "test" });
/** Outcome of a reading that notices a change. */
const NOTICED = "store-failed: secret is damaged, or was moved to another record";
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Row of a secret in the database. */
interface Row {
  readonly row: number;
  readonly scope: number;
  readonly path: string;
  readonly id: string;
  readonly key: string;
  readonly value: string;
}

/** Ways to change the rows of secrets; each returns the ones that must not be opened then. */
const ATTACK: Readonly<Record<string, (attack: Attack) => readonly Row[]>> = {
  "swapped values in a scope": ({ set, pick }) => {
    const one = pick();
    const two = pick((row) => row.scope === one.scope && row.id !== one.id);
    set(one, { value: two.value });
    set(two, { value: one.value });
    return [one, two];
  },
  "swapped values of two scopes": ({ set, pick }) => {
    const one = pick();
    const two = pick((row) => row.scope !== one.scope);
    set(one, { value: two.value });
    set(two, { value: one.value });
    return [one, two];
  },
  "a row in the scope of another": ({ set, pick }) => {
    const one = pick();
    const { scope, path } = pick((row) => row.scope !== one.scope);
    set(one, { scope });
    return [{ ...one, path }];
  },
  "another key": ({ set, pick }) => {
    const one = pick();
    set(one, { key: one.key.replace(/.$/u, (letter) => (letter === "0" ? "1" : "0")) });
    return [one];
  },
  "a value of an older item": ({ set, pick, older }) => {
    const one = pick();
    set(one, { value: older });
    return [one];
  },
  "a changed bit": ({ set, pick, number }) => {
    const one = pick();
    set(one, { value: changeBit(one.value, number) });
    return [one];
  },
  "a tag that is cut off": ({ set, pick, number }) => {
    const one = pick();
    const value = JSON.parse(one.value) as Parsed;
    const bytes = Buffer.from(value.secret.data, "base64");
    const data = bytes.subarray(0, -1 - number(16)).toString("base64");
    set(one, { value: JSON.stringify({ ...value, secret: { ...value.secret, data } }) });
    return [one];
  },
};

/** Tools of an attack. */
interface Attack {
  readonly set: (row: Row, columns: Readonly<Record<string, string | number>>) => void;
  readonly pick: (isFit?: (row: Row) => boolean) => Row;
  readonly number: (below: number) => number;
  /** Value of an item that was replaced. */
  readonly older: string;
}

test(`${ATTACKS} of ${ATTACKS} changes of rows in the database are noticed`, async () => {
  const path = await makeDatabase();
  const random = seededRandom(96);
  const number = (below: number): number => Math.floor(random() * below);
  const names = Object.keys(ATTACK);
  let noticed = 0;
  while (noticed < ATTACKS) {
    const database = new DatabaseSync(path);
    const rows = rowsOf(database, "valid_to is null");
    const [replaced] = rowsOf(database, "valid_to is not null");
    const touched = new Map<number, Row>();
    const attack: Attack = {
      number,
      older: replaced?.value ?? "",
      set: (row, columns) => {
        const [name = "", value = ""] = Object.entries(columns)[0] ?? [];
        database.prepare(`update records set ${name} = ? where row = ?`).run(value, row.row);
        touched.set(row.row, row);
      },
      pick: (isFit = () => true) => {
        const fit = rows.filter((row) => !touched.has(row.row) && isFit(row));
        const row = fit[number(fit.length)];
        if (!row) throw new Error("no row is left to attack");
        return row;
      },
    };
    const changed: Row[] = [];
    for (let index = 0; index < 70; index += 1) {
      changed.push(...(ATTACK[names[index % names.length] ?? ""]?.(attack) ?? []));
    }
    database.close();
    const memory = open(path);
    for (const { path: scope, id } of changed) {
      expect(await outcome(memory, scope, id)).toBe(NOTICED);
      noticed += 1;
    }
    const others = rows.filter(({ row }) => !touched.has(row)).slice(0, 20);
    for (const { path: scope, id } of others) expect(await outcome(memory, scope, id)).toBe("read");
    await memory.close();
    restore(path, [...touched.values()]);
  }
  expect(noticed).toBeGreaterThanOrEqual(ATTACKS);
});

test("an older version of a secret is of no use once its key is gone", async () => {
  const path = await makeDatabase();
  const before = new DatabaseSync(path);
  const [row] = rowsOf(before, "valid_to is null");
  before.close();
  const memory = open(path);
  await createKinds({ memory, vault: vaultOf("first", "second") }).rotate();
  await memory.close();
  const later = new DatabaseSync(path);
  later.prepare("update records set value = ? where row = ?").run(row?.value ?? "", row?.row ?? 0);
  later.close();
  const again = open(path);
  const now = vaultOf("second");
  const kinds = createKinds({ memory: again.scope(row?.path.slice(1) ?? ""), vault: now });
  const right = now.grant({ scope: [], reason: "test" });
  await expect(kinds.reveal(row?.id ?? "", right)).rejects.toThrow("vault has no key first");
  await again.close();
});

/** Makes a file with secrets of many scopes, some of which were replaced. */
async function makeDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-vault-"));
  folders.push(folder);
  const path = join(folder, "memory.db");
  const memory = open(path);
  for (let scope = 0; scope < SCOPES; scope += 1) {
    const kinds = createKinds({ memory: memory.scope(`user-${scope}`), vault });
    for (let index = 0; index < SECRETS; index += 1) {
      await keepSecret(kinds, `secret ${scope} ${index}`, `Door ${index}`);
    }
    const { id } = await keepSecret(kinds, "an old secret", "Safe");
    const items = [secretFields("a newer secret", "Safe")];
    await kinds.replace("knowledge_vault", { ids: [id], items });
  }
  await memory.close();
  return path;
}

function open(path: string): MemoryRoot {
  return createMemory({ store: sqliteStore({ path, durability: "relaxed" }) });
}

function rowsOf(database: DatabaseSync, where: string): readonly Row[] {
  const columns = "row, scope, path, records.id as id, key, value";
  const from = "records join scopes on scopes.id = records.scope";
  const sql = `select ${columns} from ${from} where kind = 'knowledge_vault' and ${where}`;
  return database.prepare(sql).all() as unknown as readonly Row[];
}

function restore(path: string, rows: readonly Row[]): void {
  const database = new DatabaseSync(path);
  const statement = database.prepare(
    "update records set scope = ?, key = ?, value = ? where row = ?",
  );
  for (const { row, scope, key, value } of rows) statement.run(scope, key, value, row);
  database.close();
}

async function outcome(memory: MemoryRoot, path: string, id: string): Promise<string> {
  try {
    await createKinds({ memory: memory.scope(path.slice(1)), vault }).reveal(id, capability);
    return "read";
  } catch (error) {
    return MemoryError.is(error) ? `${error.code}: ${error.message}` : "unknown";
  }
}

/** Value of a record with a secret. */
interface Parsed {
  readonly secret: Readonly<Record<"iv" | "data", string>>;
}

/** Changes one bit of the secret or its vector. */
function changeBit(text: string, number: (below: number) => number): string {
  const value = JSON.parse(text) as Parsed;
  const member = number(4) === 0 ? "iv" : "data";
  const bytes = Buffer.from(value.secret[member], "base64");
  const bit = number(bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  const secret = { ...value.secret, [member]: bytes.toString("base64") };
  return JSON.stringify({ ...value, secret });
}
