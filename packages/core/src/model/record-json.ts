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

/** Writes a record as JSON without loss: instants as ISO 8601, absent members absent. */
export function recordToJson(record: MemoryRecord): JsonObject {
  const { strength, ...rest } = record;
  const json: Record<string, unknown> = { ...rest, strength: { ...strength } };
  for (const name of INSTANTS) if (record[name]) json[name] = record[name].toISOString();
  if (strength.lastUsedAt) {
    json["strength"] = { ...strength, lastUsedAt: strength.lastUsedAt.toISOString() };
  }
  return json as JsonObject;
}

/** Reads the result of `recordToJson`, without checks. */
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
