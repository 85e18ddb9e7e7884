import { defineWords } from "../../words/define-words.js";

/** Words of the page. */
export const words = defineWords({
  en: {
    title: "Diary",
    lead: "Long-term memories, day by day: what a talk was about, and the talk itself.",
    empty: "Nothing has been written yet",
    emptyHow: "A talk is summed up once it has been consolidated: see Mind, “What waits”.",
    readTalk: "Read the talk: {0|1 turn|# turns}",
    closeTalk: "Close the talk",
    talk: "The talk, word for word",
    gone: "{0|1 turn is gone.|# turns are gone.}",
    onlyThread: "Talk “{0}”",
    earlier: "Earlier",
    until: "Until",
    noSummary: "The words that it was summed up from are gone.",
  },
  zh: {
    title: "日记",
    lead: "按日期排列的长期记忆：每次谈了什么，以及谈话本身。",
    empty: "还没有写下什么",
    emptyHow: "对话经过整理后会形成摘要，见“心智”页的“待整理”。",
    readTalk: "阅读对话：{0} 轮",
    closeTalk: "收起对话",
    talk: "对话原文",
    gone: "{0} 轮对话已不存在。",
    onlyThread: "对话“{0}”",
    earlier: "更早",
    until: "截至",
    noSummary: "摘要所依据的原话已不存在。",
  },
});
