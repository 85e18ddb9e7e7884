const ENGLISH = {
  who: ["The user", "My doctor", "Our new customer", "Her sister", "The whole team", "He"],
  does: ["prefers", "asked for", "remembers", "talked about", "would like", "has bought"],
  what: ["dark mode", "a red bicycle", "the spare key", "green tea", "a backup", "noodles"],
  when: ["in every editor", "on Thursday afternoon", "last summer", "before the trip", "at home"],
};
const CHINESE = {
  who: ["用户", "我的医生", "新客户", "她的姐姐", "整个团队", "他"],
  does: ["喜欢", "想要", "还记得", "说起过", "需要", "买了"],
  what: ["深色主题", "红色的自行车", "备用钥匙", "绿茶", "数据备份", "蔬菜面条"],
  when: ["在所有编辑器里", "星期四下午", "去年夏天", "旅行以前", "在家里"],
};
/** Sentences of a passage. */
const SENTENCES = 8;

/** Short texts of four parts, such as a person would say; with their numbers all are different. */
export function shortTexts(language: "English" | "Chinese", count: number): readonly string[] {
  const isEnglish = language === "English";
  const { who, does, what, when } = isEnglish ? ENGLISH : CHINESE;
  return Array.from({ length: count }, (_, index) => {
    const [b, c, d] = [Math.floor(index / 6), Math.floor(index / 36), Math.floor(index / 216)];
    const words = [pick(who, index), pick(does, b), pick(what, c), pick(when, d + index)];
    return isEnglish ? `${words.join(" ")}, ${index}` : `${words.join("")}${index}`;
  });
}

/**
 * Texts of about 12 tokens for the made models. Their vocabulary is small, so that words fall into
 * more pieces than a real one makes of them: these have fewer words for it.
 */
export function fewTokens(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${pick(ENGLISH.what, index)}, ${index}`);
}

/** Passages of about 200 tokens for the made models. */
export function passages(count: number): readonly string[] {
  const sentences = shortTexts("English", count * SENTENCES);
  return Array.from({ length: count }, (_, index) => {
    return `${sentences.slice(index * SENTENCES, (index + 1) * SENTENCES).join(". ")}.`;
  });
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? "";
}
