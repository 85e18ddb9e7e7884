import type { SetGroup, SetQuery, SetRecord } from "../recall/recall-set.ts";
import type { Half } from "./half.ts";

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface Question {
  readonly question: string;
  readonly category: number;
  readonly evidence?: readonly string[];
}

interface Conversation {
  readonly sample_id: string;
  readonly qa: readonly Question[];
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>;
}

const CATEGORIES = ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];

/** Number of conversations, the first ones, that the ranking was developed on. */
const DEVELOPED_ON = 5;

/** Returns the groups of `locomo10.json`, one for each conversation. */
export function locomoGroups(file: unknown, half: Half): SetGroup[] {
  const conversations = file as readonly Conversation[];
  const [from, to] = half === "dev" ? [0, DEVELOPED_ON] : [DEVELOPED_ON, conversations.length];
  return conversations.slice(from, to).map(({ sample_id: id, qa, conversation }) => {
    const records = recordsOf(conversation);
    const ids = new Set(records.map((record) => record.id));
    const queries = qa.flatMap((question, place) => queryOf(question, `q${place}`, ids));
    return { id, records, queries };
  });
}

function recordsOf(conversation: Conversation["conversation"]): SetRecord[] {
  return Object.entries(conversation).flatMap(([thread, turns]) => {
    if (typeof turns === "string") return [];
    const at = instantOf(conversation[`${thread}_date_time`]);
    return turns.map(({ dia_id: id, speaker, text, blip_caption: caption }) => ({
      id,
      thread,
      speaker,
      at,
      text,
      ...(caption !== undefined && { caption }),
    }));
  });
}

/** Reads such as "1:56 pm on 8 May, 2023". */
function instantOf(text: unknown): string {
  const [time = "", day = ""] = typeof text === "string" ? text.split(" on ") : [];
  const instant = new Date(`${day} ${time} UTC`);
  return instant.toISOString().replace(".000Z", "Z");
}

/** Makes a query of a question whose evidence names turns that are there. */
function queryOf(question: Question, id: string, ids: ReadonlySet<string>): SetQuery[] {
  const named = (question.evidence ?? []).flatMap((text) => text.split(/[;,\s]+/u));
  // One is written "D:11:26".
  const turns = named.map((text) => text.replace(/^D:/u, "D"));
  const relevant = [...new Set(turns)].filter((turn) => ids.has(turn));
  const category = CATEGORIES[question.category - 1];
  if (relevant.length === 0 || category === undefined) return [];
  return [{ id, text: question.question, category, relevant }];
}
