import type { JsonObject, MemoryRecord, Strength } from "./record.js";

const INSTANTS = [
  "occurredAt",
  "validFrom",
  "validTo",
  "createdAt",
  "updatedAt",
  "expiresAt",
  "archivedAt",
] as const;

/**
 * A record as a plain JSON object, without loss: instants become ISO 8601 strings, absent members
 * stay absent.
 */
export function recordToJson(record: MemoryRecord): JsonObject {
  const { strength, ...rest } = record;
  const json: Record<string, unknown> = { ...rest, strength: { ...strength } };
  for (const name of INSTANTS) if (record[name]) json[name] = record[name].toISOString();
  if (strength.lastUsedAt) {
    json["strength"] = { ...strength, lastUsedAt: strength.lastUsedAt.toISOString() };
  }
  return json as JsonObject;
}

/**
 * The record that `recordToJson` made this from. Trusts its input: it is for what Kioku itself has
 * written.
 */
export function recordFromJson(json: JsonObject): MemoryRecord {
  const record: Record<string, unknown> = { ...json };
  for (const name of INSTANTS) {
    const value = json[name];
    if (typeof value === "string") record[name] = new Date(value);
  }
  const strength = json["strength"] as unknown as Strength & { readonly lastUsedAt?: string };
  record["strength"] = strength.lastUsedAt
    ? { ...strength, lastUsedAt: new Date(strength.lastUsedAt) }
    : strength;
  return record as unknown as MemoryRecord;
}
