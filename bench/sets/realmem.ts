import type { SetGroup, SetQuery, SetRecord } from "../recall/recall-set.ts";
import type { Half } from "./half.ts";

interface Point {
  readonly session_uuid: string;
  readonly content: unknown;
}

interface Turn {
  readonly is_query: boolean;
  readonly query_id: string | null;
  readonly content: string;
  readonly category_name?: string;
  readonly memory_used?: readonly Point[];
}

interface Session {
  readonly session_uuid: string;
  /** Such as "2025-12-19 (Friday)". */
  readonly current_time: string;
  readonly dialogue_turns: readonly Turn[];
  readonly extracted_memory?: readonly Point[];
}

/** A file of RealMem, of one user. */
interface User {
  readonly _metadata: { readonly person_name: string };
  readonly dialogues: readonly Session[];
}

/** Users of each half. */
export const REALMEM_USERS: Readonly<Record<Half, readonly string[]>> = {
  dev: ["Adeleke_Okonjo", "Kenta_Tanaka", "Liam_O_Connor", "Oliver_Smith", "Sarah_Miller"],
  "held-out": ["Ethan_Hunt", "Kim_Ji_young", "Lin_Wanyu", "Pak_Budi", "Sophie_Dubois"],
};

/** Returns the group of a user: memory points as records, and turns that need some as queries. */
export function realmemGroup(file: unknown): SetGroup {
  const { _metadata: metadata, dialogues } = file as User;
  const points = dialogues.flatMap(({ session_uuid: thread, current_time: time, ...session }) =>
    (session.extracted_memory ?? []).map(({ content }) => ({
      thread,
      at: `${time.slice(0, 10)}T12:00:00Z`,
      text: textOf(content),
    })),
  );
  const records = points.map((point, place) => ({ id: `m${place}`, ...point }));
  const idOf = finder(records);
  let known = 0;
  const queries = dialogues.flatMap(({ dialogue_turns: turns, extracted_memory: heard = [] }) => {
    const before = known;
    known += heard.length;
    return turns.flatMap((turn, place) => {
      const used = (turns[place + 1]?.memory_used ?? []).flatMap((point) => idOf(point) ?? []);
      return queryOf(turn, [...new Set(used)], before);
    });
  });
  return { id: metadata.person_name, records, queries };
}

/** Returns a function that finds the record that a point names: of its session, or else any. */
function finder(records: readonly SetRecord[]): (point: Point) => string | undefined {
  const ofSession = new Map(records.map(({ id, thread, text }) => [`${thread} ${bare(text)}`, id]));
  const last = new Map(records.map(({ id, text }) => [bare(text), id]));
  return ({ session_uuid: thread, content }) =>
    ofSession.get(`${thread} ${bare(content)}`) ?? last.get(bare(content));
}

function queryOf(turn: Turn, relevant: readonly string[], known: number): SetQuery[] {
  const { query_id: id, content: text, category_name: category = "" } = turn;
  if (!turn.is_query || id === null || relevant.length === 0) return [];
  return [{ id, text, category, relevant, known }];
}

/** Returns a text without the topic that some copies begin with; one point is an object. */
function bare(content: unknown): string {
  return textOf(content)
    .replace(/^【[^】]*】/u, "")
    .trim();
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
