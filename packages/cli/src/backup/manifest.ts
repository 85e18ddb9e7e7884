import type { FORMAT } from "./document.js";
import type { Encryption } from "./keys.js";
import type { Backup } from "./options.js";

/** Bytes of the whole in a part. */
export const PART_BYTES: number = 8 * 1024 * 1024;

/** A part of a backup as it is stored. */
export interface ManifestPart {
  /** Length. */
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** Description of a backup. It is written last: where it is, all parts are. */
export interface Manifest {
  /** Version of the layout. */
  readonly format: typeof FORMAT;
  /** Id of the backup, which its key has, too. */
  readonly id: string;
  /** Database that it is of. */
  readonly database: string;
  /** The moment that it shows, in ISO 8601. */
  readonly takenAt: string;
  /** Content of the parts together, each decrypted and unpacked with gzip. */
  readonly kind: "sqlite" | "lines";
  /** Version of the schema of the file, or of the format of the lines. */
  readonly schema: number;
  /** Number of memories. */
  readonly records: number;
  /** Vector spaces. */
  readonly spaces: readonly { readonly id: string; readonly dimensions: number }[];
  /** Length of the whole. */
  readonly bytes: number;
  /** SHA-256 of the whole in hexadecimal. */
  readonly sha256: string;
  /** Parts, in order. All but the last make `PART_BYTES` of the whole. */
  readonly parts: readonly ManifestPart[];
  /** Absent if it is not encrypted. */
  readonly encryption?: Encryption | undefined;
}

const ID = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/u;
const DATABASE = /^[A-Za-z0-9_-]{1,64}$/u;
const SHA_256 = /^[0-9a-f]{64}$/u;

/** Returns the id of a backup that was begun at this moment. */
export function backupId(at: Date, random: Uint8Array): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/gu, "");
  // Milliseconds first, so that two of one second are in order, too.
  const ms = at.getUTCMilliseconds().toString(16).padStart(3, "0");
  return `${time}Z-${ms}${Buffer.from(random).toString("hex").slice(0, 5)}`;
}

/** Returns true for the id of a backup. */
export function isBackupId(id: string): boolean {
  return ID.test(id);
}

/** Returns the moment that an id was made at. */
export function timeOfId(id: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/u.exec(id) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Returns true for the name of a database. */
export function isDatabaseName(value: unknown): value is string {
  return typeof value === "string" && DATABASE.test(value);
}

/** Returns the key of a manifest. */
export function manifestKey(id: string): string {
  return `manifests/${id}.json`;
}

/** Returns the key of a part, which counts from 0. */
export function partKey(id: string, index: number): string {
  return `parts/${id}/${String(index + 1).padStart(6, "0")}`;
}

/** Returns what callers hear of a manifest. */
export function toBackup(manifest: Manifest): Backup {
  const { id, database, takenAt, kind, records, bytes, parts, encryption } = manifest;
  return {
    id,
    database,
    takenAt: new Date(takenAt),
    kind,
    records,
    bytes,
    storedBytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    isEncrypted: encryption !== undefined,
  };
}

/** Returns true for a manifest whose members fit together. */
export function isManifest(value: unknown): value is Manifest {
  const given = value as Partial<Manifest>;
  const { id = "", takenAt = "", kind, bytes = -1, sha256 = "", parts, spaces } = given;
  const isNamed = isBackupId(id) && isDatabaseName(given.database) && isInstant(takenAt);
  const isKind = kind === "sqlite" || kind === "lines";
  const areCounts = [given.schema, given.records, bytes].every(isCount);
  if (!isNamed || !isKind || !areCounts || !SHA_256.test(sha256)) return false;
  if (!Array.isArray(spaces) || !spaces.every(isSpace)) return false;
  const isComplete = Array.isArray(parts) && parts.length === Math.ceil(bytes / PART_BYTES);
  return isComplete && parts.every(isPart);
}

function isPart(value: unknown): boolean {
  const { bytes, sha256 } = (value ?? {}) as Partial<ManifestPart>;
  return isCount(bytes) && typeof sha256 === "string" && SHA_256.test(sha256);
}

function isSpace(value: unknown): boolean {
  const { id, dimensions } = (value ?? {}) as {
    readonly id?: unknown;
    readonly dimensions?: unknown;
  };
  return typeof id === "string" && isCount(dimensions);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns true for an instant as `toISOString` writes it. */
export function isInstant(text: unknown): text is string {
  if (typeof text !== "string") return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}
