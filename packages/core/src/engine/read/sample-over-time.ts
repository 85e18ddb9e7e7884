import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { idBetween } from "./id-between.js";
import { listPart } from "./list-part.js";
import type { PartCall } from "./list-part.js";

const PLACES = 12;
const PER_PLACE = 50;

/** Where to look, both from 0 to 1. */
interface Place {
  /** Between the first record and now. */
  readonly time: number;
  /** Between the records of one instant, where many were written at once. */
  readonly within: number;
}

/**
 * What was written just before each of a few random moments. Crowded times are met as often as
 * empty ones.
 */
export async function sampleOverTime(
  engine: Engine,
  call: PartCall,
  random: () => number,
): Promise<readonly MemoryRecord[]> {
  const { items } = await listPart(engine, call, { order: "asc", limit: 1 });
  const from = items[0]?.createdAt.getTime() ?? 0;
  const span = Math.max(call.now.getTime() - from, 0);
  // All numbers are drawn before anything is read, so that a seed does not depend on what is
  // answered first.
  const places = Array.from({ length: PLACES }, () => ({ time: random(), within: random() }));
  const parts = places.map(({ time, within }) =>
    listBefore(engine, call, { time: from + time * span, within }),
  );
  return (await Promise.all(parts)).flat();
}

async function listBefore(
  engine: Engine,
  call: PartCall,
  { time, within }: Place,
): Promise<readonly MemoryRecord[]> {
  const newest = { order: "desc", limit: PER_PLACE } as const;
  const only = { "@createdAt": { $lte: new Date(Math.floor(time)) } };
  const { items, cursor } = await listPart(engine, call, { ...newest, only });
  const [last, next] = [items[0], items.at(-1)];
  const at = last?.createdAt;
  // Many written at once, such as an import, have one instant, of which this would always be the
  // end.
  if (!at || cursor === undefined || next?.createdAt.getTime() !== at.getTime()) return items;
  const thatInstant = { $gte: at, $lte: at };
  const oldest = { order: "asc", limit: 1, only: { "@createdAt": thatInstant } } as const;
  const [first = last] = (await listPart(engine, call, oldest)).items;
  const id = idBetween(first.id, last.id, within);
  if (id === undefined) return items;
  const part = { ...newest, only: { "@createdAt": thatInstant, "@id": { $lte: id } } };
  return (await listPart(engine, call, part)).items;
}
