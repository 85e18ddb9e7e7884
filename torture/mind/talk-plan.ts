import type { HeardTurn } from "@kioku/mind";

import { seededRandom } from "../seeded-random.ts";

/** Turns that are heard at once: as many as a run takes for one batch. */
const CHUNK = 20;
const CHUNKS = 3;
const MINUTE_MS = 60_000;
/** Longer than the idle time after which an episode ends. */
const NIGHT_MS = 10 * 3_600_000;
const START_MS: number = Date.UTC(2026, 1, 2, 9);
const TALK_MS = 86_400_000;

/** Turns that are heard in one transaction, of one thread. */
export interface Chunk {
  readonly thread: string;
  readonly turns: readonly (HeardTurn & { readonly at: Date; readonly idempotencyKey: string })[];
}

const CITIES = ["Lisbon", "Oslo", "Vienna", "Prague", "Dublin"];
const CITIES_IN_CHINESE = ["成都", "杭州", "大连", "昆明"];
const TREES = ["apple trees", "rose bushes", "pines", "tomatoes"];
const TREES_IN_CHINESE = ["桃树", "柳树", "茶花", "竹子"];
const FOODS = ["peanuts", "shellfish", "almonds"];
const FOODS_IN_CHINESE = ["花生", "虾", "芒果"];
const SMALL_TALK = ["Good morning!", "Thanks a lot!", "How are you?", "你好！", "谢谢你"];

/** Plans a talk of two persons in two languages. The same seed gives the same one. */
export function planTalk(seed: number): readonly Chunk[] {
  const random = seededRandom(seed, 31);
  return Array.from({ length: CHUNKS }, (_, chunk): Chunk => {
    const isEnglish = chunk % 2 === 0;
    const startMs = START_MS + chunk * NIGHT_MS;
    return {
      thread: isEnglish ? "ana" : "lin",
      turns: Array.from({ length: CHUNK }, (_turn, index) => {
        const isAnswer = index % 4 === 3;
        const number = chunk * CHUNK + index;
        const said = isEnglish ? inEnglish(number, random) : inChinese(number, random);
        return {
          content: isAnswer ? `I noted ${number + 100} things about that.` : said,
          origin: isAnswer ? "assistant" : "user",
          ...(isAnswer ? {} : { speaker: isEnglish ? "Ana" : "小林" }),
          at: new Date(startMs + index * MINUTE_MS),
          idempotencyKey: `turn-${number}`,
        };
      }),
    };
  });
}

/** Returns the texts of the reminders that a talk asks for. */
export function plannedReminders(chunks: readonly Chunk[]): readonly string[] {
  return chunks
    .flatMap(({ turns }) => turns)
    .flatMap(({ content }) => {
      const [, english] = /^When we talk about .+?, (.+)\.$/u.exec(content) ?? [];
      const [, chinese] = /的时候提醒我(.+)。$/u.exec(content) ?? [];
      return english ?? chinese ?? [];
    })
    .toSorted();
}

type Random = ReturnType<typeof seededRandom>;

function inEnglish(number: number, { pick, below }: Random): string {
  const [city, tree, food] = [pick(CITIES), pick(TREES), pick(FOODS)];
  const sayings = [
    `I planted ${number + 10} ${tree} behind my house in ${city} last spring.`,
    `My neighbour is from ${city}, and we repaired ${number + 2} bicycles together.`,
    `I live in ${city}.`,
    `I moved to ${city} and I no longer live where I did.`,
    `I am allergic to ${food}.`,
    `When we talk about ${tree} of ${number}, ask for the map ${number}.`,
    pick(SMALL_TALK),
    `Did you ever see ${city} in ${1990 + below(30)}?`,
  ];
  return sayings[number % 5 === 0 ? 0 : below(sayings.length)] ?? "";
}

function inChinese(number: number, { pick, below }: Random): string {
  const [city, tree, food] = [
    pick(CITIES_IN_CHINESE),
    pick(TREES_IN_CHINESE),
    pick(FOODS_IN_CHINESE),
  ];
  const sayings = [
    `我去年春天在${city}种了${number + 10}棵${tree}。`,
    `我和邻居一起修了${number + 2}辆自行车，他是${city}人。`,
    `我住在${city}。`,
    `我搬到${city}了。`,
    `我对${food}过敏。`,
    `聊到第${number}棵${tree}的时候提醒我带地图${number}。`,
    pick(SMALL_TALK),
    `你去过${city}吗？`,
  ];
  return sayings[number % 5 === 0 ? 0 : below(sayings.length)] ?? "";
}

/** Returns an instant after all turns of a talk. */
export function afterTalk(): Date {
  return new Date(START_MS + CHUNKS * NIGHT_MS + TALK_MS);
}
