import { defineWords } from "../../words/define-words.js";

/** Words of the page. */
export const words = defineWords({
  en: {
    title: "Tiers",
    lead: "Where your memories stand in AIRI's four tiers. Each fades by a curve of its own, and uses on different days lift a memory to the next. Nothing is changed.",
    tiers: {
      working: {
        name: "Working",
        text: "Within an hour of its writing or last use; half of its detail goes each hour.",
      },
      "short-term": { name: "Short-term", text: "Half of it goes every seven days." },
      "long-term": {
        name: "Long-term",
        text: "From about five uses on as many days; fades by FSRS-6 from 30 days.",
      },
      muscle: { name: "Muscle", text: "From about 40 uses; fades over ten years." },
    },
    suppose: "Suppose that",
    uses: "each is used once a day for",
    rest: "and then rests for",
    none: "no time",
    chart: "Four tiers",
    chartAside: "Further right: more of it is left.",
    laneLabel: "{0}: {1} memories by the share that is left; up and down go from one to the next",
    note: "{0} left · {1|1 use|# uses}",
    emptyLane: "None",
    next: "What moves up next",
    nextNone: "Nothing is on its way up.",
    more: "{0|1 use|# uses} → {1}",
    policy:
      "Tiers are a way to look and are not stored. The preset airi-tiers ranks by them: fading takes at most a fifth of a score.",
  },
  zh: {
    title: "层级",
    lead: "你的记忆在 AIRI 四个层级中的位置。每个层级有自己的遗忘曲线，在不同日子里的使用会把记忆逐级提升。不会改动任何数据。",
    tiers: {
      working: { name: "工作记忆", text: "写入或上次使用后的一小时内；细节每小时消退一半。" },
      "short-term": { name: "短期记忆", text: "每七天消退一半。" },
      "long-term": {
        name: "长期记忆",
        text: "约在五个不同的日子各用一次之后；按 FSRS-6 曲线消退，稳定期 30 天。",
      },
      muscle: { name: "肌肉记忆", text: "约使用 40 次之后；十年才见消退。" },
    },
    suppose: "假设",
    uses: "每条记忆每天使用一次，持续",
    rest: "此后闲置",
    none: "不经过时间",
    chart: "四个层级",
    chartAside: "越靠右，剩得越多。",
    laneLabel: "{0}：{1} 条记忆，按剩余的比例排列；上下方向键在记忆之间移动",
    note: "剩余 {0} · 使用 {1} 次",
    emptyLane: "无",
    next: "接下来会上升的",
    nextNone: "没有正在上升的记忆。",
    more: "再用 {0} 次 → {1}",
    policy:
      "层级只是一种观察方式，并不存储。预设 airi-tiers 按层级排序，消退最多拿走得分的五分之一。",
  },
});
