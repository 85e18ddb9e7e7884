/** Eight durable facts, with the words of each that have to survive. */
export const EIGHT_FACTS = [
  { text: "My name is Ilse Moor.", words: ["Ilse Moor"] },
  { text: "I'm severely allergic to walnuts.", words: ["severely", "walnuts"] },
  { text: "I live in Utrecht.", words: ["Utrecht"] },
  { text: "My birthday is 17 October.", words: ["17 October"] },
  { text: "我在一家钟表店上班。", words: ["钟表店"] },
  { text: "我养了一只乌龟，叫石头。", words: ["乌龟", "石头"] },
  { text: "我不吃羊肉。", words: ["不吃羊肉"] },
  { text: "我最喜欢的作家是汪曾祺。", words: ["作家", "汪曾祺"] },
] as const;

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const EVENTS = [
  "The bus was late on DAY and I read half a chapter at the stop.",
  "DAY's soup had too much salt, so I added potatoes.",
  "We watched the rain for an hour on DAY and talked about films.",
  "Somebody left a red umbrella in the hall on DAY.",
  "今天下班路上堵车，我听完了一整张唱片。",
  "楼下的面包店换了新招牌，晚上还亮着灯。",
  "刚才电梯坏了，我爬了九层楼。",
  "昨晚窗外有人弹琴，一直弹到十点。",
] as const;

/** Returns turns of small news in two languages, none of them of weight. */
export function fillers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const event = EVENTS[index % EVENTS.length] ?? "";
    const day = DAYS[Math.floor(index / EVENTS.length) % DAYS.length] ?? "";
    return `${event.replace("DAY", day)} (${index + 1})`;
  });
}
