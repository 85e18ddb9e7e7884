/** Sentences with places for words, about half of them worth keeping. */
const PATTERNS = [
  "I moved to {place} in {month}, and the flat is near the {thing}.",
  "My {person} bought a {thing} for {number} euros last {month}.",
  "Did you see the {thing} at the {place} station yesterday?",
  "We went to {place} with my {person} and stayed for {number} days.",
  "I really like the {thing} that my {person} brought from {place}.",
  "The meeting about the {thing} was moved to {month} {number}.",
  "Haha, that is so true!",
  "I started to learn the {thing} when I was {number}, in {place}.",
  "My {person} is allergic to the {thing}, so we never have one at home.",
  "What do you think about a {thing} for my {person}?",
  "Thanks, that helps a lot.",
  "It rained all day in {place}, so I read a book about the {thing}.",
  "我{month}月搬到了{place}，房子离{thing}很近。",
  "我的{person}昨天花了{number}块钱买了一个{thing}。",
  "你觉得这个{thing}怎么样？",
  "我们在{place}住了{number}天，天气很好。",
] as const;

const WORDS = {
  place: "Lisbon Oslo Prague Kyoto Quito Dakar Turin Hanoi 成都 苏州 青岛 Lima Leeds Porto".split(
    " ",
  ),
  thing: "piano garden bicycle telescope kitchen guitar lamp boat 相机 茶壶 drum tent violin".split(
    " ",
  ),
  person: "brother sister mother father neighbour boss teacher cousin 同事 邻居 friend".split(" "),
  month: "March April May June 3 7 9 October November".split(" "),
} as const;

/** Returns the message of a number of a talk of two, in English and Chinese. The same each time. */
export function madeMessage(number: number): {
  readonly content: string;
  readonly speaker: string;
} {
  let state = (number + 1) * 2_654_435_761;
  const draw = <T>(list: readonly T[]): T | undefined => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0;
    state = (state ^ (state >>> 13)) >>> 0;
    return list[state % list.length];
  };
  const content = Array.from({ length: 2 }, () => draw(PATTERNS) ?? "")
    .join(" ")
    .replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
      name in WORDS ? (draw(WORDS[name as keyof typeof WORDS]) ?? "") : String(2 + (state % 900)),
    );
  return { content, speaker: number % 2 === 0 ? "Ana" : "Ben" };
}
