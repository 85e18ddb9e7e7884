import type { RecalledMemory } from "../api/queries.js";
import {
  checkInstant,
  checkList,
  checkNumber,
  checkObject,
  invalidInput,
} from "../internal/check/check.js";
import type { MemoryRecord } from "../model/record.js";

/** @throws `invalid-input` naming the first that is no memory, or its member. */
export function checkMemories(memories: readonly RecalledMemory[]): void {
  const given: unknown = memories;
  const hint = given instanceof Promise ? ": await it" : "";
  checkList(given, "memories", `a list of memories, as recall resolves to${hint}`);
  for (const [index, memory] of memories.entries()) {
    const name = `memories[${index}]`;
    checkRecord(memory, name);
    const { neighbours } = memory;
    if (!neighbours) continue;
    for (const side of ["before", "after"] as const) {
      const what = `${name}.neighbours.${side}`;
      checkList(neighbours[side], what, "a list of records");
      for (const [position, record] of neighbours[side].entries()) {
        checkRecord(record, `${what}[${position}]`);
      }
    }
  }
}

function checkRecord(value: unknown, name: string): void {
  checkObject(value, name);
  const record = value as Readonly<Record<keyof MemoryRecord, unknown>>;
  for (const member of ["id", "kind", "content", "origin"] as const) {
    if (typeof record[member] === "string") continue;
    throw invalidInput(`${name}.${member}`, "a string", record[member]);
  }
  checkList(record.scope, `${name}.scope`, "a list");
  checkNumber(record.trust, `${name}.trust`, { min: 0, max: 1 });
  checkInstant(record.createdAt, `${name}.createdAt`);
  if (record.occurredAt !== undefined) checkInstant(record.occurredAt, `${name}.occurredAt`);
}
