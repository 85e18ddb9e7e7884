import { hashText } from "../text/hash.js";

/** Hashes an id for a tombstone. */
export function tombstoneHash(id: string): string {
  return hashText("kioku/tombstone/1", id);
}
