import { expect, test } from "vitest";

import { moodOf } from "../../src/trigger/mood.js";
import { call, setUp, skill, woken } from "./matcher-setup.js";

test.each([
  "don't open the door",
  "Please do not open the door.",
  "never open the door",
  "could you please not open the door",
  "you must not open the door",
  "I don't want you to open the door",
  "别开门",
  "不要把门打开",
  "千万别开门",
  "这里不许开门",
  "能不能别开门",
  "不用开门了",
  "do not, under any circumstances, open the door",
  "the door must not be opened",
  "we don't need you to open the door",
  "没人让你开门",
  "whatever u do dont open the door",
  "ur not supposed to open the door",
  "its warm enough dont open the door",
  "wait dont open the door",
  "leave the door closed",
  "我不想听歌",
])("%s forbids", (text) => {
  expect(moodOf(text)).toBe("forbidding");
});

test.each([
  "who opened the door?",
  "is the door open?",
  "did you open the door?",
  "how do I open the door",
  "can you tell me who opened the door?",
  "do you know whether the door is open",
  "the door is still open?",
  "门开着吗",
  "谁开的门",
  "门开了没",
  "门是怎么打开的？",
  "你把门打开了吗",
  "告诉我是谁开的门",
  "you opened the door, didn't you?",
  "check whether the door is open",
  "你把门打开了，对吧？",
  "lol why did u open the door",
  "anyone know who opened the door",
  "have the doors been closed",
  "门开了没啊",
  "现在放的是啥歌",
  "开门干嘛",
])("%s asks", (text) => {
  expect(moodOf(text)).toBe("question");
});

test.each([
  "she said open the door",
  "I opened the door already",
  "my brother turned off the lights",
  "if you open the door it gets cold",
  "I wish I had opened the door",
  "we used to open the door at night",
  "you should have opened the door",
  "他说开门",
  "我刚才把门打开了",
  "我弟弟把灯关了",
  "门是我开的",
  "早知道就把门打开了",
  "open the door, he whispered",
  "Ben called me and said open the door",
  "I think she opened the door",
  "thanks for opening the door",
  "妈妈让我别忘了开门",
  "我每天早上开门",
  "你开门的话会冷吗，他问",
  "jake opened the door again ugh",
  "opened the door already thx",
  "hope nobody opened the door",
  "my alarm went off at six",
  "安娜给我发消息了",
  "楼上昨晚放音乐放到三点",
  "我刚给安娜发完消息",
  "我定了七点的闹钟",
])("%s reports", (text) => {
  expect(moodOf(text)).toBe("report");
});

test.each([
  "can you open the door?",
  "could you open the door, please?",
  "would you mind opening the door?",
  "don't forget to open the door",
  "don't let me forget the keys",
  "why don't you open the door",
  "isn't it time to open the blinds?",
  "if you don't mind, open the door",
  "I am tired, turn off the lights",
  "who is there? open the door",
  "能不能开门",
  "可以帮我开一下门吗",
  "帮我开门好吗",
  "别忘了开门",
  "别让我忘了开门",
  "我好累，把灯关了",
  "send mom a message: don't wait for me",
  "remind me to ask who opened the door",
  "play don't stop me now",
  "I told you to open the door",
  "open the door, will you?",
  "please open the door, right?",
  "你怎么还不开门",
  "发微信告诉我妹妹我把门打开了",
  "这个文件不要了，帮我删掉",
  "dont just stand there, open the door",
  "alexa open the door",
  "it's cold so close the door",
  "太吵了，小声点，把门关上",
  "小度开门",
  "点个披萨不要洋葱",
])("%s is a command", (text) => {
  expect(moodOf(text)).toBe("command");
});

test.each(["lights off", "the door is open", "öffne nicht die Tür, bitte", "", "我喜欢这扇门"])(
  "%s shows no mood",
  (text) => {
    expect(moodOf(text)).toBe("other");
  },
);

test("texts that repeat one sign do not take long", () => {
  for (const sign of ["刚刚", "请帮我", "昨天", "的了", "just already ", "please don't ", "a "]) {
    expect(moodOf(`${sign.repeat(200)}x`)).toEqual(expect.any(String));
  }
});

const run = (): void => undefined;
const DOOR = ["zebra kite flying", "zebra kite string"];

test("a prohibition, a question or a report wakes no skill that acts, and the reason is told", async () => {
  const { matcher } = setUp();
  await matcher.add([{ ...skill("kites", { when: DOOR }), run }]);
  for (const text of ["don't zebra kite flying", "who zebra kite flying", "he said zebra kite"]) {
    const [match] = await matcher.match(text, call({ threshold: 0 }));
    expect(match).toMatchObject({ wakes: false, reason: "no-command" });
  }
  expect(woken(await matcher.match("can you zebra kite flying", call()))).toEqual(["kites"]);
});

test("a skill without code, or with triggers of any mood, wakes by questions", async () => {
  const { matcher } = setUp();
  await matcher.add([
    skill("told", { when: DOOR }),
    { ...skill("any", { when: ["walrus sail rope"], mood: "any" }), run },
    skill("strict", { when: ["badger tunnel lamp"], mood: "command" }),
  ]);
  expect(woken(await matcher.match("who zebra kite flying", call()))).toEqual(["told"]);
  expect(woken(await matcher.match("who walrus sail rope", call()))).toEqual(["any"]);
  expect(woken(await matcher.match("who badger tunnel lamp", call()))).toEqual([]);
});

test("a mood that an example of the trigger has is meant by it", async () => {
  const { matcher } = setUp();
  await matcher.add([{ ...skill("hush", { when: ["don't zebra kite", "zebra kite stop"] }), run }]);
  expect(woken(await matcher.match("please don't zebra kite", call()))).toEqual(["hush"]);
  expect(woken(await matcher.match("did they zebra kite stop", call()))).toEqual([]);
});

test("a part is judged by itself, unless what governs it stands before", async () => {
  const { matcher } = setUp({ limits: { threshold: 0.2 } });
  await matcher.add([
    { ...skill("kites", { when: DOOR }), run },
    { ...skill("sails", { when: ["walrus sail rope", "walrus sail canvas"] }), run },
  ]);
  const wake = async (text: string): Promise<readonly string[]> =>
    woken(await matcher.match(text, call()));
  expect(await wake("don't zebra kite flying, walrus sail rope")).toEqual(["sails"]);
  expect(await wake("please don't, I repeat, zebra kite flying")).toEqual([]);
  expect(await wake("he said. Walrus sail rope")).toEqual(["sails"]);
  expect(await wake("who zebra kite flying? please walrus sail rope")).toEqual(["sails"]);
  expect(await wake("don't zebra kite flying and walrus sail rope")).toEqual([]);
  expect(await wake("she told me to zebra kite flying and walrus sail rope")).toEqual([]);
});
