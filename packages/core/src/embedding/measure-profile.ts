import type { Embedder, EmbedderProfile, EmbedOptions } from "../contracts/embedder.js";
import { unlessAborted } from "../internal/async/notify.js";
import { dotProduct } from "../internal/unit-vector.js";
import type { Logger } from "../model/call-options.js";
import { embedTexts, type EmbedTextsResult } from "./embed-texts.js";

/** Least distance of the anchors of a profile; closer ones mean nothing. */
const LEAST_DISTANCE = 0.02;
/** Profile of a model that cannot be measured. */
const PLAIN_PROFILE: EmbedderProfile = { unrelated: 0.1, related: 0.5 };

/** Measures a profile on fixed texts, in the language it knows better. @throws `embedder-failed` */
export async function measureProfile(
  embedder: Embedder,
  options: EmbedOptions = {},
): Promise<EmbedderProfile> {
  const measured: EmbedderProfile[] = [];
  for (const pairs of BACKGROUND) measured.push(await measureLanguage(embedder, pairs, options));
  const [best = PLAIN_PROFILE] = measured.toSorted((a, b) => distance(b) - distance(a));
  return distance(best) < LEAST_DISTANCE ? PLAIN_PROFILE : best;
}

function distance({ unrelated, related }: EmbedderProfile): number {
  return related - unrelated;
}

async function measureLanguage(
  embedder: Embedder,
  pairs: readonly BackgroundPair[],
  options: EmbedOptions,
): Promise<EmbedderProfile> {
  const embed = (column: 0 | 1, purpose: "query" | "document"): Promise<EmbedTextsResult> => {
    const texts = pairs.map((pair) => pair[column]);
    return embedTexts(embedder, texts, { ...options, purpose });
  };
  const [questions, answers] = await Promise.all([embed(0, "query"), embed(1, "document")]);
  const failure = questions.failure ?? answers.failure;
  if (failure) throw failure;
  const related: number[] = [];
  const unrelated: number[] = [];
  for (const [row, question] of questions.vectors.entries()) {
    for (const [column, answer] of answers.vectors.entries()) {
      if (!question || !answer) continue;
      const cosine = dotProduct(question.values, answer.values);
      (row === column ? related : unrelated).push(cosine);
    }
  }
  return { unrelated: median(unrelated), related: median(related) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

type BackgroundPair = readonly [question: string, answer: string];

/** Pairs by language, since a model may not know one; no two are on one subject. */
const BACKGROUND: readonly (readonly BackgroundPair[])[] = [
  `Where did Ana leave the spare key? | Ana hid the extra key under the flower pot by the door.
What is our budget for the new kitchen? | We can spend at most nine thousand on the kitchen.
Which bird sings before sunrise? | Robins start their song long before the sun is up.
How long does the bread have to rise? | The dough needs about two hours until it has doubled.
Who repaired the bicycle? | My uncle fixed the bike and put on a new chain.
Is the user allergic to anything? | She cannot eat peanuts and carries medicine with her.
When is the rent due? | The landlord wants the money on the first of the month.
Which database does the project use? | All data of the service is kept in PostgreSQL.
What did the doctor say about his knee? | The physician advised him to rest the leg for three weeks.
Why was the flight late? | Fog at the airport held the plane back for hours.
What music does Tom like? | Tom listens to jazz piano nearly every evening.
How do I restart the server? | Run the deploy script with the flag that boots the machine again.
What is the name of her cat? | Her grey kitten is called Pixel.
Where shall we go on holiday? | This summer we would love to hike in the mountains of Norway.`,
  `备用钥匙放在哪里？ | 多余的那把钥匙藏在门口的花盆下面。
新厨房的预算是多少？ | 装修厨房我们最多花九千块钱。
面团要发酵多久？ | 面大概需要两个小时才能发到两倍大。
谁修好了自行车？ | 舅舅把单车修好了，还换了新链条。
用户对什么东西过敏？ | 她不能吃花生，身上总带着药。
房租什么时候交？ | 房东要求每月一号付钱。
这个项目用的是哪种数据库？ | 服务的所有数据都存放在 PostgreSQL 里。
医生怎么说他的膝盖？ | 大夫建议他的腿休息三个星期。
航班为什么晚点？ | 机场大雾，飞机被耽搁了好几个小时。
他喜欢听什么音乐？ | 他几乎每天晚上都听爵士钢琴。
她的猫叫什么名字？ | 她那只灰色的小猫名叫皮皮。
暑假去哪里旅行？ | 今年夏天我们很想去挪威的山里徒步。`,
].map((pairs) =>
  pairs.split("\n").map((pair): BackgroundPair => {
    const [question = "", answer = ""] = pair.split(" | ");
    return [question, answer];
  }),
);

/** Profiles of embedders, measured once if not declared. */
export class EmbedderProfiles {
  readonly #logger: Logger;
  readonly #measured = new Map<Embedder, Promise<EmbedderProfile>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the profile, a plain one if it cannot be measured. @throws the signal's reason. */
  async of(embedder: Embedder, signal: AbortSignal | undefined): Promise<EmbedderProfile> {
    if (embedder.profile) return embedder.profile;
    const measuring = this.#measured.get(embedder) ?? this.#measure(embedder);
    this.#measured.set(embedder, measuring);
    return unlessAborted(measuring, signal);
  }

  async #measure(embedder: Embedder): Promise<EmbedderProfile> {
    try {
      return await measureProfile(embedder);
    } catch (error) {
      this.#measured.delete(embedder);
      this.#logger.warn(`the profile of embedder ${embedder.id} could not be measured`, { error });
      return PLAIN_PROFILE;
    }
  }
}
