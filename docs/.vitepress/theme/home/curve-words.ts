/** Words of the forgetting curves. */
interface CurveWords {
  readonly importance: string;
  readonly uses: string;
  readonly interval: string;
  readonly days: (count: number) => string;
  readonly times: (count: number) => string;
  /** Names of the two curves. */
  readonly used: string;
  readonly unused: string;
  readonly afterYear: string;
  readonly stability: string;
  readonly written: string;
  readonly months: (count: number) => string;
  readonly chart: (used: string, unused: string) => string;
}

const english: CurveWords = {
  importance: "Importance",
  uses: "Used",
  interval: "Days between uses",
  days: (count) => (count === 1 ? "1 day" : `${count} days`),
  times: (count) => (count === 0 ? "never" : count === 1 ? "once" : `${count} times`),
  used: "this memory",
  unused: "the same, never used",
  afterYear: "likely to come to mind after a year",
  stability: "after the last use, until it falls to 90 %",
  written: "written",
  months: (count) => `${count} months`,
  chart: (used, unused) =>
    `Probability of recall over a year. After a year it is ${used}, and ${unused} without any use.`,
};

const chinese: CurveWords = {
  importance: "重要性",
  uses: "使用次数",
  interval: "使用间隔（天）",
  days: (count) => `${count} 天`,
  times: (count) => (count === 0 ? "从不" : `${count} 次`),
  used: "这条记忆",
  unused: "同一条，从未使用",
  afterYear: "一年后想起的概率",
  stability: "最后一次使用后，降到 90 % 所需时间",
  written: "写入",
  months: (count) => `${count} 个月`,
  chart: (used, unused) => `一年内的回忆概率。一年后为 ${used}；从未使用则为 ${unused}。`,
};

/** Returns the words for the language of a page. */
export function curveWords(language: string): CurveWords {
  return language.startsWith("zh") ? chinese : english;
}
