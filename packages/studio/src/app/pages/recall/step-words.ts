import type { LabMemory } from "../../../wire/recall.js";
import { defineWords } from "../../words/define-words.js";
import { percent } from "../../words/format.js";
import type { Step } from "./waterfall.js";

type Named = Readonly<Record<string, string>>;

/** Names of steps; those of plugins have none. */
const stepNames: () => Named = defineWords({
  en: {
    words: "words",
    meaning: "meaning",
    neighbours: "around it",
    thread: "its thread",
    speech: "who and how",
    version: "version",
    dates: "dates",
    relevance: "relevance",
    sum: "sum",
    cut: "at most 1",
    rerank: "reranker",
    score: "score",
    recency: "recency",
    importance: "importance",
    mood: "mood",
    decay: "decay",
    retrieval: "uses",
    joy: "joy",
    aversion: "aversion",
    flashback: "flashback",
    scale: "scale",
    retention: "retention",
    similarity: "similarity",
    gate: "gate",
    kept: "kept",
    recall: "recall chance",
    fit: "fit",
  },
  zh: {
    words: "关键词",
    meaning: "语义",
    neighbours: "前后文",
    thread: "所在对话",
    speech: "说话人与句式",
    version: "新旧",
    dates: "日期",
    relevance: "相关性",
    sum: "合计",
    cut: "上限 1",
    rerank: "重排",
    score: "得分",
    recency: "新近",
    importance: "重要性",
    mood: "心境",
    decay: "衰减",
    retrieval: "使用",
    joy: "喜悦",
    aversion: "厌恶",
    flashback: "闪回",
    scale: "缩放",
    retention: "保持率",
    similarity: "相似度",
    gate: "关卡",
    kept: "保留",
    recall: "回忆概率",
    fit: "自身契合",
  },
});

/** Parts of a relevance as the subjects of sentences. */
const partNames: () => Named = defineWords({
  en: {
    words: "What is said in the same words",
    meaning: "Meaning",
    neighbours: "What was said just before and after",
    thread: "The best memory of its thread",
    speech: "Who said it, or in which form,",
    version: "Being newer or older than others like it",
    dates: "Being of another time than the query names",
  },
  zh: {
    words: "关键词相同",
    meaning: "语义相近",
    neighbours: "紧邻的前后文",
    thread: "同一对话中最相关的记忆",
    speech: "说话人或句式",
    version: "与相似记忆相比的新旧",
    dates: "时间与提问不符",
  },
});

/** Sentences about steps. */
const stepWords = defineWords({
  en: {
    adds: "{0} adds {1}",
    takes: "{0} takes {1}",
    coverage: ": it has {0} of the query's words",
    similarity: ": similarity {0}, {1} on the scale of all embedders",
    relevance: "The parts come to {0}",
    sum: "The terms come to {0}",
    term: "The scoring counts {1} for {0}",
    factor: "The scoring multiplies by {1} for {0}: {2} becomes {3}",
    cut: "A score is at most 1",
    rerank: "The reranker gave {0}: {1} becomes {2}",
    score: "The score is {0}; the order goes by it",
    passes: "By itself it fits {0}; the threshold is {1}",
    fails: "By itself it fits {0}, under the threshold {1}",
    fits: "By itself it fits {0}",
    end: ".",
  },
  zh: {
    adds: "{0}加 {1}",
    takes: "{0}减 {1}",
    coverage: "：含有提问中 {0} 的关键词",
    similarity: "：相似度 {0}，换算到统一尺度为 {1}",
    relevance: "各部分之和为 {0}",
    sum: "各项之和为 {0}",
    term: "评分方法为“{0}”计 {1}",
    factor: "评分方法因“{0}”乘以 {1}：{2} 变为 {3}",
    cut: "得分最高为 1",
    rerank: "重排器给出 {0}：{1} 变为 {2}",
    score: "得分为 {0}，排名以此为准",
    passes: "自身契合度为 {0}，阈值为 {1}",
    fails: "自身契合度为 {0}，低于阈值 {1}",
    fits: "自身契合度为 {0}",
    end: "。",
  },
});

/** Writes a value with two decimals. */
export function decimal(value: number): string {
  if (value > 0 && value < 0.005) return "<0.01";
  return value.toFixed(2).replace("-", "−");
}

/** Returns the name of a step; those of plugins are as they call them. */
export function nameOf(name: string): string {
  const names = stepNames();
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name.slice(0, 14);
}

/** Writes what a step adds, multiplies by, or comes to. */
export function amountOf({ sort, amount, from, to }: Step): string {
  if (sort === "factor") return `×${decimal(amount)}`;
  if (sort === "part" || sort === "term") return signed(amount);
  return sort === "rerank" ? signed(to - from) : decimal(amount);
}

function signed(value: number): string {
  const text = decimal(value);
  return /^\d/u.test(text) ? `+${text}` : text;
}

/** Says a step in words. */
export function sentenceOf(
  { sort, name, amount, from, to }: Step,
  { signals }: Pick<LabMemory, "signals">,
): string {
  const words = stepWords();
  const factor = [decimal(amount), decimal(from), decimal(to)] as const;
  const said = {
    part: () => partOf(name, amount, signals),
    relevance: () => words.relevance(decimal(to)),
    term: () => words.term(nameOf(name), decimal(amount)),
    sum: () => words.sum(decimal(to)),
    factor: () => words.factor(nameOf(name), ...factor),
    cut: () => words.cut,
    rerank: () => words.rerank(...factor),
    score: () => words.score(decimal(to)),
  };
  return said[sort]() + words.end;
}

/** Says how a memory stands to the threshold. */
export function fitOf(relevance: number, threshold: number | undefined): string {
  const words = stepWords();
  const fit = decimal(relevance);
  if (threshold === undefined) return words.fits(fit) + words.end;
  const said = relevance < threshold ? words.fails : words.passes;
  return said(fit, decimal(threshold)) + words.end;
}

function partOf(name: string, amount: number, signals: LabMemory["signals"]): string {
  const words = stepWords();
  const what = partNames()[name] ?? name;
  const said = (amount < 0 ? words.takes : words.adds)(what, decimal(Math.abs(amount)));
  const { coverage, similarity, meaning } = signals;
  if (name === "words" && coverage !== undefined) return said + words.coverage(percent(coverage));
  if (name === "meaning" && similarity !== undefined && meaning !== undefined) {
    return said + words.similarity(decimal(similarity), decimal(meaning));
  }
  return said;
}
