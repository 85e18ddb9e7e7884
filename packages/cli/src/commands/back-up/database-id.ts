import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Settings } from "../../config/settings.js";
import { userFoldersOf } from "../../config/user-folders.js";
import { exists, writeWhole } from "../../files.js";
import type { Host } from "../../host.js";
import { isServer } from "../../wire/create-store.js";

type Database = Pick<Settings, "database" | "databaseSchema">;

interface KnownDatabase {
  /** Id of its backups. */
  readonly id: string;
  /** Path, or server, name and schema. */
  readonly where: string;
}

/** Returns the id under which a database is backed up, if it ever was. */
export async function knownDatabaseId(database: Database, host: Host): Promise<string | undefined> {
  const { file } = await placeOf(database, host);
  return (await readKnown(file))?.id;
}

/**
 * Returns the id under which a database is backed up: random, and kept in the user's state folder
 * by where the database is. So a place cannot mix the backups of two.
 */
export async function databaseIdOf(database: Database, host: Host): Promise<string> {
  const { file, where } = await placeOf(database, host);
  const known = await readKnown(file);
  if (known) return known.id;
  const id = randomBytes(8).toString("hex");
  if (await writeKnown(file, { id, where }, true)) return id;
  // Another process was first.
  return (await readKnown(file))?.id ?? id;
}

/** Gives a database the id of backups, so that their place takes further ones of it. */
export async function keepDatabaseId(database: Database, id: string, host: Host): Promise<void> {
  const { file, where } = await placeOf(database, host);
  await writeKnown(file, { id, where }, false);
}

/** Returns true if a database with this id is known at another place, and still there. */
export async function isElsewhere(database: Database, id: string, host: Host): Promise<boolean> {
  const { file, where } = await placeOf(database, host);
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    const known = await readKnown(join(dirname(file), name));
    if (
      known?.id === id &&
      known.where !== where &&
      (isServer(known.where) || (await exists(known.where)))
    )
      return true;
  }
  return false;
}

interface Place {
  readonly file: string;
  readonly where: string;
}

async function placeOf({ database, databaseSchema }: Database, host: Host): Promise<Place> {
  const where = isServer(database)
    ? withoutCredentials(database, databaseSchema)
    : await realpath(database).catch(() => database);
  const name = createHash("sha256").update(where).digest("hex").slice(0, 32);
  return { file: join(userFoldersOf(host).state, "databases", name), where };
}

/** A password that changes does not make another database. */
function withoutCredentials(url: string, schema: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: "", pathname: url };
  return `postgres://${host}${pathname}#${schema}`;
}

async function readKnown(file: string): Promise<KnownDatabase | undefined> {
  try {
    const { id, where } = JSON.parse(await readFile(file, "utf8")) as Partial<KnownDatabase>;
    const isKnown = typeof id === "string" && /^[A-Za-z0-9_-]{1,64}$/u.test(id);
    return isKnown && typeof where === "string" ? { id, where } : undefined;
  } catch {
    return undefined;
  }
}

async function writeKnown(file: string, known: KnownDatabase, isNew: boolean): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return writeWhole(file, JSON.stringify(known), { mode: 0o600, isNew });
}
