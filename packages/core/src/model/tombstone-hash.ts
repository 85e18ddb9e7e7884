import { hashText } from "../text/hash.js";

/**
 * Returns the hash that a tombstone keeps of a record's id; it tells nothing of the text. Together
 * with its scope it names one record.
 */
export function tombstoneHash(id: string): string {
  return hashText("kioku/tombstone/1", id);
}
