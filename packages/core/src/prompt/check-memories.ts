import { checkInstant, checkNumber, checkObject } from "../check/check.js";
import { invalidInput } from "../check/invalid-input.js";
import type { RecalledMemory } from "../memory/recall-query.js";
import type { MemoryRecord } from "../model/record.js";

/**
 * Makes sure that these are memories with all that a prompt shows of them.
 * @throws `invalid-input` naming the first that is none, or its member.
 */
export function checkMemories(value: unknown): void {
  if (!Array.isArray(value)) {
    const expected = "a list of memories, as recall resolves to";
    throw invalidInput("memories", value instanceof Promise ? `${expected}: await it` : expected);
  }
  for (const [index, memory] of (value as readonly RecalledMemory[]).entries()) {
    const name = `memories[${index}]`;
    checkRecord(memory, name);
    const { neighbours } = memory;
    if (!neighbours) continue;
    for (const side of ["before", "after"] as const) {
      const around: unknown = neighbours[side];
      const what = `${name}.neighbours.${side}`;
      if (!Array.isArray(around)) throw invalidInput(what, "a list of records", around);
      for (const [place, record] of around.entries()) checkRecord(record, `${what}[${place}]`);
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
  if (!Array.isArray(record.scope)) throw invalidInput(`${name}.scope`, "a list", record.scope);
  checkNumber(record.trust, `${name}.trust`, { min: 0, max: 1 });
  checkInstant(record.createdAt, `${name}.createdAt`);
  if (record.occurredAt !== undefined) checkInstant(record.occurredAt, `${name}.occurredAt`);
}
