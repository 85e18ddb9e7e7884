import type { PutOp, RecordRef } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";

/** The scope of all facts. */
const SCOPE = ["facts"];

/** An instant at which no fact has expired. */
export const NOW = new Date(Date.UTC(2027, 0, 1));

/** Facts of which every third is erased by the process that wrote it. */
export function isErasable(number: number): boolean {
  return number % 3 === 0;
}

/** Writes a fact, unless it is there; each attempt has an id of its own. */
export function factOp(number: number, attempt: number): PutOp {
  const idempotencyKey = number % 2 === 0 ? `fact ${number}` : undefined;
  const record = testRecord(attempt, { scope: SCOPE, content: contentOf(number) });
  return putOp(record, { unlessDuplicate: true, idempotencyKey });
}

/** Finds a fact by its content. */
export function factRef(number: number): RecordRef {
  return {
    scope: SCOPE,
    contentHash: putOp(testRecord(0, { content: contentOf(number) })).contentHash,
  };
}

function contentOf(number: number): string {
  return `fact ${number} is known to more than one caller`;
}
