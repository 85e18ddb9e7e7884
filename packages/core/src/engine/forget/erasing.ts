import type { WriteOp } from "../../contracts/write-op.js";
import type { RecordId } from "../../model/record.js";
import { tombstoneHash } from "../../model/tombstone-hash.js";

/** Removes a record for good, whether or not it is here, and remembers that it was erased. */
export function erasing({ scope, id }: RecordId, at: Date): readonly WriteOp[] {
  return [
    { op: "delete", scope, id, at, purge: true },
    { op: "tombstone", scope, hash: tombstoneHash(id), at },
  ];
}
