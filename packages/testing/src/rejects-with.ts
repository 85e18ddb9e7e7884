import assert from "node:assert/strict";

import { MemoryError, type MemoryErrorCode } from "@kioku/core";

/** Fails unless the call rejects with a `MemoryError` of this code. */
export async function rejectsWith(
  code: MemoryErrorCode,
  call: () => Promise<unknown>,
  what = "the call",
): Promise<void> {
  await assert.rejects(
    call,
    (error) => {
      assert.ok(
        MemoryError.is(error, code),
        `${what} should reject with code ${code}, but it rejected with ${String(error)}`,
      );
      return true;
    },
    `${what} should reject with code ${code}`,
  );
}
