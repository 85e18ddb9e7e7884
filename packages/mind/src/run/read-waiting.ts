import type { CallOptions, MemoryRecord } from "@kioku/core";
import { hashText, listCursor, scopeToPath } from "@kioku/core/toolkit";

import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import { recordToTurn } from "../records/turn-record.js";
import type { Position, Watermark } from "./progress.js";

/** Time in which records are looked for again: their writers may commit late. */
export const WINDOW_MS = 120_000;
/** Most records of the window. */
const WINDOW_RECORDS = 200;
/** Most records that are looked at for one batch. */
const MOST_LOOKED = 500;
const PAGE = 50;

/** A record that was looked at. */
interface Looked extends Position {
  /** A turn that waits. */
  readonly turn?: Turn;
  /** Hash of the id of a turn, new or not. */
  readonly hash?: string;
}

/** Turns that no run has looked at, oldest first. */
export interface Waiting {
  readonly turns: readonly { readonly turn: Turn; readonly writtenAt: number }[];
  /** True if there are more records than were looked at. */
  readonly hasMore: boolean;
  /** Returns the watermark behind the first turns; of all: behind all that was looked at. */
  readonly watermarkAfter: (turns: number) => Watermark;
}

/** Most turns and UTF-16 units of their texts. */
export interface WaitingLimits extends CallOptions {
  readonly turns: number;
  readonly length?: number | undefined;
}

/** Reads turns that wait, from the watermark on. */
export async function readWaiting(
  host: Pick<MindHost, "memory" | "kinds">,
  watermark: Watermark,
  limits: WaitingLimits,
): Promise<Waiting> {
  const { after, seen } = watermark;
  const { signal, length: mostLength = Number.POSITIVE_INFINITY } = limits;
  const known = new Set(seen);
  const looked: Looked[] = [];
  let cursor = after && cursorAfter(host, after);
  let [count, length, isFull] = [0, 0, false];
  do {
    const page = await host.memory.list(
      { kinds: host.kinds, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      { signal },
    );
    for (const record of page.items) {
      const one = look(record, host.kinds, known);
      const added = one.turn?.text.length ?? 0;
      isFull = count >= limits.turns || (count > 0 && length + added > mostLength);
      isFull &&= one.turn !== undefined;
      if (isFull) break;
      looked.push(one);
      count += one.turn ? 1 : 0;
      length += added;
    }
    ({ cursor } = page);
    isFull ||= cursor !== undefined && looked.length >= MOST_LOOKED;
  } while (cursor !== undefined && !isFull);
  const turns = looked.flatMap(({ turn, at }) => (turn ? [{ turn, writtenAt: at }] : []));
  return {
    turns,
    hasMore: isFull,
    watermarkAfter: (taken) => watermarkAfter(upTo(looked, taken, turns.length), after),
  };
}

function look(record: MemoryRecord, kinds: readonly string[], known: ReadonlySet<string>): Looked {
  const { id } = record;
  const position = { at: record.createdAt.getTime(), id };
  const turn = recordToTurn(record, kinds);
  if (!turn) return position;
  const hash = hashText(id).slice(0, 10);
  return { ...position, hash, ...(known.has(hash) ? {} : { turn }) };
}

/** Returns what was looked at until the last of the turns that are taken. */
function upTo(looked: readonly Looked[], taken: number, all: number): readonly Looked[] {
  if (taken >= all) return looked;
  let left = taken;
  const next = looked.findIndex(({ turn }) => turn !== undefined && (left -= 1) < 0);
  return looked.slice(0, next);
}

function watermarkAfter(looked: readonly Looked[], before: Position | undefined): Watermark {
  const last = looked.at(-1);
  if (!last) return { after: before, seen: [] };
  const inWindow = looked.findIndex(({ at }) => at >= last.at - WINDOW_MS);
  const start = Math.max(inWindow, looked.length - WINDOW_RECORDS);
  const end = looked[start - 1];
  const after = end ? { at: end.at, id: end.id } : before;
  return { after, seen: looked.slice(start).flatMap(({ hash }) => hash ?? []) };
}

function cursorAfter({ memory }: Pick<MindHost, "memory">, { at, id }: Position): string {
  const order = { orderBy: "createdAt", order: "asc" } as const;
  const row = { created_at: at, updated_at: at, key: null, id };
  return listCursor(order, row, scopeToPath(memory.scopePath));
}
