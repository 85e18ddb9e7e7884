import type { SetGroup, SetQuery } from "../recall/recall-set.ts";
import { isOfHalf } from "./half.ts";
import type { Half } from "./half.ts";

interface Event {
  readonly id: string;
  readonly time: string;
  readonly event: string;
  readonly emotion: string;
  readonly scene: string;
  readonly "user-id": number;
}

interface Dialogue {
  readonly id: number;
  readonly dialogue: readonly string[];
  readonly "test-turn": readonly number[];
  readonly "relevant-id": readonly number[];
  readonly "user-id": number;
}

/** Files of MADial-Bench, both JSON Lines. */
export interface MadialFiles {
  readonly events: readonly unknown[];
  readonly dialogues: readonly unknown[];
}

/** Returns a group for each user: the events, and every second dialogue as a query. */
export function madialGroups({ events, dialogues }: MadialFiles, half: Half): SetGroup[] {
  const all = events.flatMap((line) => Object.values(line as Readonly<Record<string, Event>>));
  const asked = (dialogues as readonly Dialogue[]).filter(({ id }) => isOfHalf(id, half));
  return [...new Set(all.map((event) => event["user-id"]))].map((user) => {
    const own = all.filter((event) => event["user-id"] === user);
    const records = own.map(({ id, time, event, emotion, scene }) => ({
      id,
      at: `${time}T12:00:00Z`,
      text: event,
      emotion,
      scene,
    }));
    const ids = new Set(own.map(({ id }) => id));
    const queries = asked
      .filter((dialogue) => dialogue["user-id"] === user)
      .flatMap((dialogue) => queryOf(dialogue, ids));
    return { id: `user-${user}`, records, queries };
  });
}

/** Makes a query of the turns before the one in which the assistant is reminded. */
function queryOf(dialogue: Dialogue, ids: ReadonlySet<string>): SetQuery[] {
  const relevant = dialogue["relevant-id"].map(String).filter((id) => ids.has(id));
  const [turn = dialogue.dialogue.length] = dialogue["test-turn"];
  const text = dialogue.dialogue
    .slice(1, turn)
    .map((line) => line.replace(/^<[^>]*>:/u, "").replace(/\n$/u, ""))
    .join("\n")
    .trim();
  const { id } = dialogue;
  return relevant.length === 0 ? [] : [{ id: String(id), text, category: "associative", relevant }];
}
