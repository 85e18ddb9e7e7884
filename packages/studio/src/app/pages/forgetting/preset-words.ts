import type { ScoringPreset } from "@kioku/plugins/scorings";

import { defineWords } from "../../words/define-words.js";

/** A line on each preset: where it is from, and what it does. */
export const presetWords = defineWords<Readonly<Record<ScoringPreset, string>>>({
  en: {
    fsrs: "The default. The forgetting curve of FSRS-6, which Anki uses; time and importance each move a score by at most 10 %.",
    relevance: "Relevance and nothing else: time does not count.",
    "generative-agents":
      "Park et al. 2023: recency, importance and relevance, each compared with the other candidates. One more candidate can turn the order.",
    autosnippet:
      "AutoSnippet: half relevance, three tenths importance, a fifth recency that halves each week.",
    airi: "AIRI's chat memory: a bonus for new ones that runs out after 30 days. As published, a mix-up of units ends it after 43 minutes; here days are days.",
    "airi-playground":
      "AIRI's memory playground: fades by age, lasts by use, raised by joy and aversion. Bounded here, without its jump at the fifth use.",
    "airi-tiers":
      "AIRI's four tiers, each with a curve of its own; time takes at most a fifth of a score.",
    "memory-bank":
      "Zhong et al. 2023: an exponential that one use makes one day longer. Without use little is left after three days.",
    "hou-2024":
      "Hou et al. 2024: the chance that a question wakes a memory. Uses help, but only by one day each.",
    "act-r":
      "ACT-R, Anderson et al. 2004: every use leaves a trace that fades by a power law. Their sum, and the question, make the chance of recall.",
    "digital-life":
      "DigitalLife: the clear matches, at most three; nothing below a similarity of 0.6. Time does not count.",
  },
  zh: {
    fsrs: "默认规则。采用 Anki 所用的 FSRS-6 遗忘曲线；时间与重要性各自最多让得分变动 10%。",
    relevance: "只看相关性，时间不计。",
    "generative-agents":
      "Park 等 2023：新近度、重要性与相关性，分别与其他候选比较。多一个候选就可能改变次序。",
    autosnippet: "AutoSnippet：相关性占一半，重要性占三成，新近度占两成，每周减半。",
    airi: "AIRI 的聊天记忆：给新记忆加分，30 天后用尽。原文混淆了时间单位，43 分钟即归零；这里的一天就是一天。",
    "airi-playground":
      "AIRI 的记忆游乐场：随年龄淡去，因使用而持久，喜悦与厌恶会抬高得分。此处有上限，第五次使用时也不再跳变。",
    "airi-tiers": "AIRI 的四个层级，各有自己的曲线；时间最多拿走得分的五分之一。",
    "memory-bank": "Zhong 等 2023：指数曲线，每使用一次只延长一天。不使用的话，三天后所剩无几。",
    "hou-2024": "Hou 等 2024：提问唤起一条记忆的概率。使用有帮助，但每次最多延长一天。",
    "act-r":
      "ACT-R，Anderson 等 2004：每次使用都留下一道按幂律淡去的痕迹；痕迹之和与提问一起决定回忆的概率。",
    "digital-life": "DigitalLife：只取明确匹配的，最多三条；相似度低于 0.6 的一律不取。时间不计。",
  },
});
