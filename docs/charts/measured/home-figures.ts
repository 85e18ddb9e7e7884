import { countOf, readTortureResults } from "../torture-results.ts";
import { readResult, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

/** Language of a start page. */
type Language = "en" | "zh";

interface Figure {
  readonly value: string;
  /** Words after the value. */
  readonly of: Readonly<Record<Language, string>>;
}

interface SavedSpeed {
  readonly recall: SavedTimes;
  readonly rememberOneMs: { readonly p50: number };
  readonly importCoreMs: number;
}

interface SavedRecall {
  readonly queries: number;
  readonly recall: Readonly<Record<string, number>>;
}

/** Writes the list of a start page of what was measured, from saved results. */
export function homeFigures(language: Language): string {
  return figures()
    .map(({ value, of }) => `- **${value}**\n  ${of[language]}`)
    .join("\n");
}

function figures(): readonly Figure[] {
  const speed = readResult("speed-10000.json") as SavedSpeed;
  const chats = foundFirst("recall-locomo-held-out.json");
  const passages = foundFirst("recall-xquad-zh-en-held-out.json");
  const { kills, lost } = killedWriters();
  return [
    {
      value: timeOf(speed.recall.p50Ms),
      of: {
        en: "to recall among 10,000 memories, by meaning and by keyword",
        zh: "在一万条记忆中按语义和关键词检索一次",
      },
    },
    {
      value: timeOf(speed.rememberOneMs.p50),
      of: {
        en: "to remember one text durably, embedding included",
        zh: "持久写入一条文本，包括计算向量",
      },
    },
    {
      value: timeOf(speed.importCoreMs),
      of: {
        en: "to import `@kioku/core` in a fresh process",
        zh: "在新进程中导入 `@kioku/core`",
      },
    },
    {
      value: whole(lost),
      of: {
        en: `acknowledged writes lost when writers were killed ${kills} times at random moments`,
        zh: `在随机时刻杀死写入进程 ${kills} 次，丢失的已确认写入数`,
      },
    },
    {
      value: passages.percent,
      of: {
        en: `of ${passages.questions} Chinese questions find their English passage in the first ten (XQuAD)`,
        zh: `的中文问题（共 ${passages.questions} 个）在前十条里找到对应的英文段落（XQuAD）`,
      },
    },
    {
      value: chats.percent,
      of: {
        en: `of the turns that answer ${chats.questions} questions about long chats are in the first ten (LoCoMo)`,
        zh: `能回答长对话问题的发言（共 ${chats.questions} 个问题）排在前十（LoCoMo）`,
      },
    },
  ];
}

function foundFirst(file: string): { readonly percent: string; readonly questions: string } {
  const { queries, recall } = readResult(file) as SavedRecall;
  return { percent: `${(recall["10"] ?? Number.NaN).toFixed(1)} %`, questions: whole(queries) };
}

/** Adds up the runs that kill writers of a SQLite file. */
function killedWriters(): { readonly kills: string; readonly lost: number } {
  const runs = readTortureResults().filter(
    ({ harness, control }) => harness === "crash" && control === undefined,
  );
  const total = (name: string): number => runs.reduce((sum, run) => sum + countOf(run, name), 0);
  return { kills: whole(total("rounds")), lost: total("lost") };
}
