import { join } from "node:path";

import Driver from "better-sqlite3";
import { load } from "sqlite-vec";

import type { SetRecord } from "../../recall/recall-set.ts";
import { LIMIT, textOf } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

const CANDIDATES = 50;
/** The usual constant of reciprocal rank fusion. */
const RANK_CONSTANT = 60;

type Leg = "vectors" | "words";

/** Opens tables by hand: vectors in sqlite-vec, words in FTS5, or both, joined by rank. */
export function openTables(
  { folder, embedder }: SystemOptions,
  legs: readonly Leg[],
): MemorySystem {
  const database = new Driver(join(folder, "plain.db"));
  load(database);
  database.pragma("journal_mode = wal");
  database.pragma("synchronous = full");
  database.exec(`
    create table if not exists notes (number integer primary key, user text, id text, text text);
    create virtual table if not exists vectors using vec0(
      user text partition key, vector float[${embedder.dimensions}] distance_metric=cosine);
    create virtual table if not exists words using fts5(
      text, user unindexed, tokenize = 'porter unicode61')`);
  const note = database.prepare("insert into notes (user, id, text) values (?, ?, ?)");
  const vector = database.prepare("insert into vectors (rowid, user, vector) values (?, ?, ?)");
  const word = database.prepare("insert into words (rowid, text, user) values (?, ?, ?)");
  const nearest = database
    .prepare("select rowid from vectors where vector match ? and k = ? and user = ?")
    .pluck();
  const matching = database
    .prepare("select rowid from words where words match ? and user = ? order by rank limit ?")
    .pluck();
  const idOf = database.prepare("select id from notes where number = ?").pluck();
  const all = database.prepare("select id from notes where user = ?").pluck();
  const insert = database.transaction(
    (user: string, records: readonly SetRecord[], vectors: readonly number[][]) => {
      for (const [place, record] of records.entries()) {
        const text = textOf(record);
        const number = note.run(user, record.id, text).lastInsertRowid;
        const own = vectors[place];
        if (own !== undefined) vector.run(BigInt(number), user, Float32Array.from(own));
        if (legs.includes("words")) word.run(number, text, user);
      }
    },
  );
  const write = async (user: string, records: readonly SetRecord[]): Promise<void> => {
    const texts = records.map((record) => textOf(record));
    insert(user, records, legs.includes("vectors") ? await embedder.embed(texts) : []);
  };
  return {
    fill: write,
    add: (user, record) => write(user, [record]),
    async search(user, question) {
      const lists: (readonly number[])[] = [];
      if (legs.includes("vectors")) {
        const [asked = []] = await embedder.embed([question]);
        lists.push(nearest.all(Float32Array.from(asked), CANDIDATES, user) as number[]);
      }
      const match = toMatch(question);
      if (legs.includes("words") && match !== "") {
        lists.push(matching.all(match, user, CANDIDATES) as number[]);
      }
      return joined(lists).map((number) => String(idOf.get(number)));
    },
    kept: async (user) => all.all(user) as string[],
    close: () => void database.close(),
  };
}

/** Any of the words. */
function toMatch(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(" OR ");
}

/** Joins lists by reciprocal rank fusion and returns the ten best. */
function joined(lists: readonly (readonly number[])[]): readonly number[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [rank, one] of list.entries()) {
      scores.set(one, (scores.get(one) ?? 0) + 1 / (RANK_CONSTANT + rank + 1));
    }
  }
  const best = [...scores].toSorted(([, a], [, b]) => b - a);
  return best.slice(0, LIMIT).map(([one]) => one);
}
