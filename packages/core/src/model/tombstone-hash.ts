import { hashText } from "../text/hash.js";

/**
 * What a tombstone keeps of a record: a hash of its id, and nothing of what it said. Beside its
 * scope it names one record.
 */
export function tombstoneHash(id: string): string {
  return hashText("kioku/tombstone/1", id);
}
