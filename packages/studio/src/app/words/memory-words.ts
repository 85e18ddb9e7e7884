import { language } from "../frame/settings.js";
import { defineWords } from "./define-words.js";

/** Words about memories that several pages use. */
export const memoryWords = defineWords({
  en: {
    strength: "Strength",
    pinned: "pinned",
    archived: "put aside",
    replaced: "replaced",
    pleasant: "pleasant",
    unpleasant: "unpleasant",
    noText: "without text",
  },
  zh: {
    strength: "强度",
    pinned: "已固定",
    archived: "已归档",
    replaced: "已被取代",
    pleasant: "愉快",
    unpleasant: "不快",
    noText: "没有文字",
  },
});

const NAMES: Readonly<Record<string, string>> = {
  note: "笔记",
  message: "消息",
  entry: "条目",
  fact: "事实",
  episode: "长期记忆",
  reminder: "提醒",
  image: "图像",
  user: "用户",
  assistant: "助手",
  tool: "工具",
  web: "网页",
  system: "系统",
  import: "导入",
  derived: "推导",
};

/** Returns the name of a kind or an origin in the language that is chosen. */
export function nameOf(kind: string): string {
  if (language.value === "en") return kind;
  return (Object.hasOwn(NAMES, kind) ? NAMES[kind] : undefined) ?? kind;
}
