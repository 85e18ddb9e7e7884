const PEOPLE = ["Ann", "Bob", "Carla", "Dmitri", "Emeka", "陈晨", "李雷", "Mei", "Nadia", "Omar"];
const VERBS = [
  "likes",
  "dislikes",
  "bought",
  "lost",
  "repaired",
  "talked about",
  "dreamt of",
  "recommended",
];
const THINGS = (
  "green tea,black coffee,a red bicycle,the old kettle,jazz records,a chess set,mountain trails,the blue sofa,a cookbook," +
  "the garden fence,a paper map,winter boots,a violin,the night train,a broken phone,绿茶,客厅沙发,爬山,钢琴,火车票"
).split(",");
const PLACES = [
  "Oslo",
  "Lisbon",
  "Kyoto",
  "上海",
  "北京",
  "Nairobi",
  "Quito",
  "Hamburg",
  "成都",
  "Porto",
];
const TIMES = [
  "in the morning",
  "last winter",
  "before the trip",
  "on Sunday",
  "after work",
  "昨天",
  "去年夏天",
];

/**
 * Short, varied, reproducible memories in English and Chinese; about 60 characters, all different.
 */
export function sampleTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
    const who = pick(PEOPLE, mixed);
    const what = pick(THINGS, mixed >>> 5);
    const where = pick(PLACES, mixed >>> 11);
    const when = pick(TIMES, mixed >>> 17);
    return `${who} ${pick(VERBS, mixed >>> 23)} ${what} in ${where} ${when}, note ${index}`;
  });
}

function pick(list: readonly string[], seed: number): string {
  return list[seed % list.length] ?? "";
}

/** Questions about the sample texts: common words, rare words, both languages. */
export const SAMPLE_QUERIES = [
  "who likes green tea?",
  "what did Ann repair in Oslo last winter?",
  "谁喜欢绿茶？",
  "客厅沙发在哪里",
  "jazz records recommended before the trip to Lisbon",
  "note 4711",
  "火车票 昨天 上海",
  "a broken phone",
];
