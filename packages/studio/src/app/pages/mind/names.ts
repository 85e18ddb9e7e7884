import { hrefOf } from "../../frame/router.js";
import { defineWords } from "../../words/define-words.js";
import { words } from "./words.js";

type Named = Readonly<Record<string, string>>;

/** Blocks of documents by name. */
export const blocks: () => Named = defineWords({
  en: {
    identity: "Identity",
    home: "Home",
    work: "Work",
    people: "People",
    health: "Health",
    likes: "Likes",
    plans: "Plans",
    other: "And also",
    description: "Description",
    personality: "Personality",
    scenario: "Scenario",
  },
  zh: {
    identity: "身份",
    home: "住处",
    work: "工作",
    people: "身边的人",
    health: "健康",
    likes: "喜好",
    plans: "计划",
    other: "此外",
    description: "描述",
    personality: "性格",
    scenario: "情景",
  },
});

/** Reasons of runs by name. */
export const triggers: () => Named = defineWords({
  en: {
    idle: "after silence",
    messages: "enough turns",
    tokens: "enough text",
    importance: "much that matters",
    demand: "asked for",
    pressure: "a full prompt",
    character: "a character card",
    none: "nothing was due",
  },
  zh: {
    idle: "沉默之后",
    messages: "话够多了",
    tokens: "文字够长了",
    importance: "重要的事够多了",
    demand: "手动",
    pressure: "提示词已满",
    character: "角色卡",
    none: "无事可做",
  },
});

/** Sorts of changes by name. */
export const changes: () => Named = defineWords({
  en: {
    add: "new",
    reinforce: "said again",
    supersede: "replaced",
    retract: "ended",
    episode: "summed up",
  },
  zh: {
    add: "新增",
    reinforce: "再次提到",
    supersede: "取代",
    retract: "终止",
    episode: "摘要",
  },
});

/** Reasons of refusals by name. */
export const refusals: () => Named = defineWords({
  en: {
    "unknown-source": "names no turn of the talk",
    "quote-not-found": "the quote does not stand in the turn",
    "not-in-sources": "a number, date or name stands in none of its turns",
    "low-coverage": "too few of its words stand in its turns",
    "other-language": "in another language than its turn",
    instruction: "repeats an instruction",
    "negation-differs": "denies what the quote states, or the other way round",
    "wrong-subject": "about another person than the one who spoke",
    "unknown-target": "would change what is no fact that holds",
    "target-taken": "another proposal changes the same fact",
    "other-attribute": "would replace a fact of another sort",
    "no-explicit-change": "nobody said that anything has changed",
    forgotten: "was forgotten, taken back or undone before",
    "not-stated": "a question, wish, condition, hearsay or joke",
    untrusted: "its turns are not trusted enough",
    malformed: "could not be read",
  },
  zh: {
    "unknown-source": "没有指出对话中的原话",
    "quote-not-found": "引文不在原话中",
    "not-in-sources": "有数字、日期或名字不在原话中",
    "low-coverage": "与原话重合的词太少",
    "other-language": "与原话的语言不同",
    instruction: "重复了指令",
    "negation-differs": "与引文的肯定或否定相反",
    "wrong-subject": "说的不是说话人本人",
    "unknown-target": "要改的不是成立的事实",
    "target-taken": "另一个提议改了同一事实",
    "other-attribute": "要取代另一类事实",
    "no-explicit-change": "没有人说过有变化",
    forgotten: "曾被忘记、收回或撤销",
    "not-stated": "是疑问、愿望、假设、传闻或玩笑",
    untrusted: "原话不够可信",
    malformed: "无法读取",
  },
});

/** Returns a speaker in words. */
export function speakerName(speaker: string): string {
  const said = words();
  return { user: said.user, assistant: said.assistant }[speaker] ?? speaker;
}

/** Returns who proposed a sentence, in words. */
export function authorOf(by: string): string {
  const said = words();
  return { rule: said.rule, character: said.character }[by] ?? said.model(by);
}

/** Returns the address of a record of the scope that is looked at. */
export function recordHref(id: string): string {
  return hrefOf("record", { path: [id] });
}
