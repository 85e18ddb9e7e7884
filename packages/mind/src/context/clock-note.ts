import type { CallOptions, MemoryRecord } from "@kioku/core";
import type { PromptNote } from "@kioku/core/toolkit";

import { instantOf } from "../documents/proof.js";
import type { MindHost } from "../model/mind-host.js";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns a note of the time, to the hour, of the start of a talk, and of the first meeting. */
export async function clockNote(
  host: MindHost,
  { thread, signal }: CallOptions & { readonly thread?: string | undefined },
): Promise<PromptNote> {
  const first = await firstTurn(host, {}, { signal });
  const start = thread === undefined ? undefined : await firstTurn(host, { thread }, { signal });
  const now = host.clock();
  const hour = `${now.toISOString().slice(0, 13).replace("T", " ")}:00`;
  const sentences = [
    `Now: ${WEEKDAYS[now.getUTCDay()] ?? ""}, ${hour} UTC.`,
    start && `This talk began: ${minuteOf(start)} UTC.`,
    first && `First met: ${minuteOf(first).slice(0, 10)}.`,
  ];
  return { kind: "clock", text: sentences.filter((one) => one !== undefined).join(" ") };
}

async function firstTurn(
  { memory, kinds }: MindHost,
  { thread }: { readonly thread?: string },
  options: CallOptions,
): Promise<MemoryRecord | undefined> {
  const filter = thread === undefined ? undefined : { "@thread": thread };
  const query = { kinds, filter, includeRetired: true, includeArchived: true, limit: 1 };
  return (await memory.list(query, options)).items[0];
}

function minuteOf(record: MemoryRecord): string {
  return instantOf(record).toISOString().slice(0, 16).replace("T", " ");
}
