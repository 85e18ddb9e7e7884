import type { ClusteredVectors } from "./clustered-vectors.ts";
import { Random } from "./random.ts";

/**
 * Words that are in 10 to 30 % of all texts, from the first to the last; none of them is a stop
 * word.
 */
export const COMMON_WORDS: readonly string[] =
  "weekend,budget,garden,coffee,train,family,review,report,customer,deadline,meeting,project".split(
    ",",
  );
const LEAST_SHARE = 0.1;
const MOST_SHARE = 0.3;

const TOPIC_WORDS = (
  "violin,harbour,invoice,mountain,recipe,bicycle,surgery,telescope,contract,kitchen,novel,airport,vaccine,orchard,server,theatre," +
  "marathon,passport,battery,museum,lawyer,pottery,glacier,insurance,keyboard,wedding,tunnel,chess,bakery,satellite,dentist,carpet," +
  "lecture,printer,sailing,visa,piano,beetle,mortgage,compiler,candle,scholarship,penguin,tractor,podcast,helmet,lantern,archive"
).split(",");
const PHRASES =
  "绿茶和咖啡,客厅的沙发,周末去爬山,钢琴课,火车票,年度预算,项目会议,海边旅行,新的自行车,图书馆,家庭聚会,客户反馈,牙医预约,护照续签,面包店,天文望远镜".split(
    ",",
  );
const VERBS =
  "likes,dislikes,postponed,finished,discussed,lost,repaired,praised,forgot,moved".split(",");
const PEOPLE = "Ann,Bob,Carla,Dmitri,Emeka,陈晨,李雷,Mei,Nadia,Omar".split(",");
const SYLLABLES = "ba,ce,di,fo,gu,ka,le,mi,no,pu,ra,se,ti,vo,xu,za".split(",");
const RARE_SYLLABLES = 4;
const CHINESE_SHARE = 1 / 8;
const TOPICS_PER_CLUSTER = 3;
const TEXT_STREAM = 11;
const QUERY_STREAM = 12;

/**
 * The text of a record: some common words, words of its cluster's topics, a rare one, and its
 * number, which no other text has.
 */
export function textOf(vectors: ClusteredVectors, seed: number, index: number): string {
  const random = new Random(seed, TEXT_STREAM, index);
  const { cluster } = vectors.placeOf(index);
  const common = COMMON_WORDS.filter((_, place) => random.share() < shareOf(place));
  const said = [
    pick(PEOPLE, random),
    pick(VERBS, random),
    topicOf(cluster, random),
    topicOf(cluster, random),
    ...common,
    rareWord(random),
    String(index),
  ];
  if (random.share() < CHINESE_SHARE) said.push(pick(PHRASES, random));
  return said.join(" ");
}

/**
 * The text of a query: two common words, a topic of the cluster it is about, a rare word, and now
 * and then Chinese.
 */
export function queryTextOf(vectors: ClusteredVectors, seed: number, query: number): string {
  const random = new Random(seed, QUERY_STREAM, query);
  const { cluster } = vectors.placeOf(vectors.targetOf(query));
  const first = random.below(COMMON_WORDS.length);
  const second = first + 1 + random.below(COMMON_WORDS.length - 1);
  const asked = [first, second].map((place) => COMMON_WORDS[place % COMMON_WORDS.length] ?? "");
  asked.push(topicOf(cluster, random), rareWord(random));
  if (random.share() < CHINESE_SHARE) asked.push(pick(PHRASES, random));
  return `${asked.join(" ")}?`;
}

/** The share of texts that a common word is in. */
function shareOf(place: number): number {
  return LEAST_SHARE + ((MOST_SHARE - LEAST_SHARE) * place) / (COMMON_WORDS.length - 1);
}

function topicOf(cluster: number, random: Random): string {
  const topic = cluster * TOPICS_PER_CLUSTER + random.below(TOPICS_PER_CLUSTER);
  return TOPIC_WORDS[topic % TOPIC_WORDS.length] ?? "";
}

/** One of some 65,000. */
function rareWord(random: Random): string {
  return Array.from({ length: RARE_SYLLABLES }, () => pick(SYLLABLES, random)).join("");
}

function pick(list: readonly string[], random: Random): string {
  return list[random.below(list.length)] ?? "";
}
