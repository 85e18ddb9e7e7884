import { fillers } from "../fillers.ts";
import type { MindPart } from "../mind-part.ts";
import { withMind, type ToldMind } from "../with-mind.ts";

const RUNS = 50;
const QUICK_RUNS = 4;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 9);

/** Sentences, how each is taken back, and the words that must not return. */
const TAKEN_BACK = [
  { text: "I live in Antwerp.", denial: "I never said I live in Antwerp.", word: "Antwerp" },
  { text: "I'm allergic to cats.", denial: "I'm not allergic to cats after all.", word: "cats" },
  { text: "我喜欢喝豆浆。", denial: "我不再喜欢喝豆浆了。", word: "豆浆" },
  { text: "我有哮喘。", denial: "其实我没有哮喘。", word: "哮喘" },
  { text: "My sister is called Wanda.", how: "forget", word: "Wanda" },
  { text: "我的爱好是集邮。", how: "forget", word: "集邮" },
  { text: "I work at Kestrel Labs.", how: "erase", word: "Kestrel" },
  { text: "我老家在景德镇。", how: "erase", word: "景德镇" },
] as const;

/** Facts that were denied, forgotten or erased, through many runs and the same turns once more. */
export const forgetting: MindPart = {
  name: "forgetting",
  figures: "facts that return after they were denied, forgotten or erased",
  needsData: false,
  run: (_, progress) =>
    withMind(async (told) => {
      const runs = progress.isQuick ? QUICK_RUNS : RUNS;
      let day = 0;
      const tell = (text: string): Promise<void> =>
        told.tell([{ text }], new Date(START + (day += 1) * DAY));
      for (const { text } of TAKEN_BACK) await tell(text);
      const known = await shownWords(told);
      for (const entry of TAKEN_BACK) {
        if ("denial" in entry) await tell(entry.denial);
        else await remove(told, entry);
      }
      const atOnce = await shownWords(told);
      const counts: number[] = [];
      for (const text of fillers(runs)) {
        progress.show("forgetting", counts.length, runs);
        await tell(text);
        counts.push((await shownWords(told)).length);
      }
      for (const { text } of TAKEN_BACK) await tell(text);
      const again = await shownWords(told);
      return [
        { name: "facts known before", value: known.length, atLeast: TAKEN_BACK.length },
        { name: "still there at once", value: atOnce.length, atMost: 0 },
        { name: `returned in ${runs} runs`, value: Math.max(...counts), atMost: 0 },
        { name: "returned when told the same again", value: again.length, atMost: 0 },
      ];
    }),
};

async function remove(
  { mind }: ToldMind,
  { text, how }: { readonly text: string; readonly how: "forget" | "erase" },
): Promise<void> {
  const { items } = await mind.list({ kinds: ["message"], limit: 100 });
  for (const { id } of items.filter(({ content }) => content === text)) {
    await (how === "erase" ? mind.erase(id) : mind.forget(id));
  }
}

/** Returns the words that a portrait states and does not deny. */
async function shownWords({ portrait }: ToldMind): Promise<readonly string[]> {
  const shown = await portrait("user");
  const texts = new Set<string>(TAKEN_BACK.map(({ text }) => text));
  return TAKEN_BACK.flatMap(({ word }) =>
    shown.some(({ text }) => texts.has(text) && text.includes(word)) ? [word] : [],
  );
}
