import { describe, expect, it } from "vitest";

import type { Turn } from "../../src/model/turn.js";
import { readReminders } from "../../src/reminders/read-reminders.js";

/** A Wednesday. */
const AT = new Date("2026-03-04T10:00:00Z");

function turnOf(text: string, members: Partial<Turn> = {}): Turn {
  return {
    id: "turn-1",
    text,
    thread: "t",
    subject: "user",
    role: "user",
    at: AT,
    trust: 1,
    importance: 0.5,
    form: "statement",
    ...members,
  };
}

async function read(text: string): Promise<readonly string[]> {
  const found = await readReminders(turnOf(text));
  return found.map((one) => {
    const due = one.dueAt?.toISOString().slice(0, 16).replace("T00:00", "");
    return [one.text, due, one.topic].filter((part) => part !== undefined).join(" | ");
  });
}

const TIMES: readonly (readonly [string, string])[] = [
  ["Remind me on Friday to call mum.", "call mum | 2026-03-06"],
  ["remind me tomorrow at 9 about the dentist", "the dentist | 2026-03-05T09:00"],
  ["In two weeks, remind me to renew the lease.", "renew the lease | 2026-03-18"],
  ["Don't let me forget the passport on 3 May!", "the passport | 2026-05-03"],
  ["Don’t let me forget to water the plants tonight.", "water the plants | 2026-03-04T18:00"],
  ["Please remind me to call mum on Friday", "call mum | 2026-03-06"],
  ["Can you remind me next Tuesday to send the invoice?", "send the invoice | 2026-03-10"],
  ["Could you please remind me at 5 pm to take the pills?", "take the pills | 2026-03-04T17:00"],
  [
    "I'd like you to remind me in half an hour to check the oven.",
    "check the oven | 2026-03-04T10:30",
  ],
  ["remind me in 20 minutes to turn the heating off", "turn the heating off | 2026-03-04T10:20"],
  [
    "On Monday remind me that the car has to be inspected.",
    "the car has to be inspected | 2026-03-09",
  ],
  ["Tomorrow morning remind me of the parcel, please.", "the parcel | 2026-03-05T08:00"],
  ["Remind me on the 15th to pay the rent", "pay the rent | 2026-03-15"],
  ["Remind me on 1 March to file the taxes", "file the taxes | 2027-03-01"],
  ["Remind me on March 20th at 3:30 pm about the interview", "the interview | 2026-03-20T15:30"],
  [
    "Set a reminder for Thursday to book the table for Saturday",
    "book the table for Saturday | 2026-03-05",
  ],
  ["Remind me tomorrow to book the flight for Friday.", "book the flight for Friday | 2026-03-05"],
  ["Oh, and don't forget to remind me on Sunday to call Ben!", "call Ben | 2026-03-08"],
  ["I'm leaving for Rome soon, so remind me on Friday to pack.", "pack | 2026-03-06"],
  ["Ask me on Friday how the exam went.", "Ask me on Friday how the exam went | 2026-03-06"],
  ["Tell me tomorrow to call her", "call her | 2026-03-05"],
  ["Remind me before Friday to sign the form", "sign the form | 2026-03-05"],
  ["Remind me this Monday to do it differently", "do it differently | 2026-03-09"],
  ["The rent is due. Remind me of it on Friday.", "The rent is due. | 2026-03-06"],
  [
    "I have to call the bank, remind me tomorrow at noon",
    "I have to call the bank | 2026-03-05T12:00",
  ],
  ["remind me at 9 to stretch", "stretch | 2026-03-04T21:00"],
  ["Remind me in a month to cancel the trial", "cancel the trial | 2026-04-04"],
  ["Remind me next week to write to Ana", "write to Ana | 2026-03-09"],
  ["Would you mind reminding me tomorrow to call Tom?", "call Tom | 2026-03-05"],
  ["Can you give me a reminder on Monday to submit the report?", "submit the report | 2026-03-09"],
  ["Don't let me forget that her birthday is on 9 May", "her birthday is on 9 May | 2026-05-09"],
  ["Remind me to pay the bill by the 20th", "pay the bill | 2026-03-20"],
  ["Remind me in an hour.", "Remind me in an hour. | 2026-03-04T11:00"],
  ["周五提醒我给妈妈打电话", "给妈妈打电话 | 2026-03-06"],
  ["明天早上九点叫我起床", "起床 | 2026-03-05T09:00"],
  ["三天后提醒我交房租。", "交房租 | 2026-03-07"],
  ["请你下周二提醒我寄发票", "寄发票 | 2026-03-10"],
  ["提醒我周五给妈妈打电话", "给妈妈打电话 | 2026-03-06"],
  ["麻烦你明天下午三点半提醒我开会，谢谢", "开会 | 2026-03-05T15:30"],
  ["半小时后提醒我看一下烤箱", "看一下烤箱 | 2026-03-04T10:30"],
  ["别让我忘了5月3日带护照", "带护照 | 2026-05-03"],
  ["两周后记得提醒我续租", "续租 | 2026-03-18"],
  ["15号提醒我交电费", "交电费 | 2026-03-15"],
  ["我周末要去罗马，周五提醒我收拾行李", "收拾行李 | 2026-03-06"],
  ["今晚八点提醒我吃药吧", "吃药 | 2026-03-04T20:00"],
  ["能不能后天提醒我一下取包裹？", "取包裹 | 2026-03-06"],
  ["五月三号提醒我订蛋糕", "订蛋糕 | 2026-05-03"],
  ["周五问我考试怎么样", "问我考试怎么样 | 2026-03-06"],
  ["不要忘了周日提醒我给本打电话", "给本打电话 | 2026-03-08"],
  ["一个月后提醒我取消试用", "取消试用 | 2026-04-04"],
  ["房租快到期了。周五提醒我这件事。", "房租快到期了。 | 2026-03-06"],
  ["过三天提醒我浇花", "浇花 | 2026-03-07"],
  ["周五前提醒我签表格", "签表格 | 2026-03-05"],
  ["你能在周三提醒我交作业吗？", "交作业 | 2026-03-11"],
  ["提醒我明天晚上七点半去接孩子", "去接孩子 | 2026-03-05T19:30"],
  ["明年三月一号提醒我报税", "报税 | 2027-03-01"],
  ["十分钟后提醒我关火", "关火 | 2026-03-04T10:10"],
  ["下周提醒我给安娜写信", "给安娜写信 | 2026-03-09"],
];

const TOPICS: readonly (readonly [string, string])[] = [
  ["When we talk about Lisbon, ask for the hotel.", "ask for the hotel | Lisbon"],
  ["next time I mention the thesis remind me of the deadline", "the deadline | the thesis"],
  ["If Ana comes up, tell me to write to her.", "write to her | Ana"],
  [
    "When we talk about Lisbon again, please ask me about the hotel.",
    "ask me about the hotel | Lisbon",
  ],
  ["Remind me of the deadline when we talk about the thesis", "the deadline | the thesis"],
  ["Remind me to buy stamps next time I mention the post office.", "buy stamps | the post office"],
  ["Ask me about the hotel when Lisbon comes up", "Ask me about the hotel | Lisbon"],
  ["Remind me to buy milk.", "buy milk | buy milk"],
  ["Don't let me forget the keys.", "the keys | the keys"],
  ["If the budget comes up in our chat, bring up the costs.", "bring up the costs | the budget"],
  ["Whenever Ben is mentioned, remind me that he owes me 20 euros", "he owes me 20 euros | Ben"],
  ["等下次聊到旅行，记得问我签证办好没有", "问我签证办好没有 | 旅行"],
  ["以后谈到本的时候，告诉我他欠我二十块", "他欠我二十块 | 本"],
  ["聊到里斯本的时候问我酒店", "问我酒店 | 里斯本"],
  ["下次说到论文提醒我截止日期", "截止日期 | 论文"],
  ["如果提到安娜，就告诉我给她写信", "给她写信 | 安娜"],
  ["下次我们谈到论文的时候，请提醒我截止日期。", "截止日期 | 论文"],
  ["等我再提到邮局的话提醒我买邮票", "买邮票 | 邮局"],
  ["记得提醒我买牛奶", "买牛奶 | 买牛奶"],
  ["别让我忘了钥匙", "钥匙 | 钥匙"],
];

const NONE: readonly string[] = [
  "Did you remind me?",
  "Why didn't you remind me on Friday?",
  "When will you remind me?",
  "My boss reminds me every Friday.",
  "My parents remind me every Friday to call.",
  "They remind me of my holidays in May.",
  "You need not remind me on Friday.",
  "Don't remind me of Friday.",
  "No need to remind me tomorrow.",
  "You don't have to remind me tomorrow to call mum.",
  "Please don't remind me tomorrow.",
  "Never remind me of that again.",
  "I asked Ana to remind me on Friday.",
  "She said, remind me on Friday to call.",
  'She wrote: "remind me on Friday to call".',
  "Can you remind me what we decided on Friday?",
  "Could you remind me of her name?",
  "Remind me who came on Friday.",
  "Remind me about the trip we had in May.",
  "Remind me every Friday to water the plants.",
  "When we talk about Lisbon, I get homesick.",
  "When I talk about work, people tell me to relax.",
  "If Ana comes to town, we will have dinner.",
  "I told you to ask for the hotel when we talk about Lisbon.",
  "Tell me what you know about Lisbon.",
  "Ask me anything.",
  "That reminds me of Friday.",
  "I will remind you on Friday.",
  "She should remind me tomorrow.",
  "I was reminded yesterday.",
  "Remind me yesterday to call.",
  "When we talk about Lisbon don't ask me about the hotel.",
  "When we talk about Lisbon, don't mention the hotel.",
  "My phone will remind me on Friday.",
  "Thank you for reminding me on Friday.",
  "聊到工作的时候别问我工资",
  "手机会在周五提醒我",
  "我已经设了周五的提醒",
  "谢谢你周五提醒我",
  "如果安娜来了，告诉我",
  "你提醒我了吗？",
  "你昨天为什么没提醒我？",
  "老板每周五提醒我交报告",
  "老板周五提醒我交报告",
  "妈妈说，周五提醒我打电话",
  "不用提醒我周五的事",
  "别提醒我明天开会",
  "周五不用提醒我",
  "他让你提醒我吗",
  "大家都叫我小王",
  "你周五提醒我什么了",
  "昨天提醒我的人是谁",
  "每天提醒我喝水",
  "聊到里斯本的时候我很想家",
  "这首歌让我想起五月",
  "我会在周五提醒你",
  "我妈总是打电话，提醒我吃饭",
  "提醒我一下她叫什么来着？",
  "说到论文我就头疼",
  "告诉我里斯本的天气",
];

describe("readReminders", () => {
  it.each(TIMES)("reads the time of %j", async (text, expected) => {
    expect(await read(text)).toEqual([expected]);
  });

  it.each(TOPICS)("reads the topic of %j", async (text, expected) => {
    expect(await read(text)).toEqual([expected]);
  });

  it.each(NONE)("reads no request in %j", async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it("quotes the sentence and counts from the time of the turn", async () => {
    const text = "The trip is booked. Remind me in three days to pack. 还有，周五提醒我买票。";
    const at = new Date("2025-12-30T08:00:00Z");
    expect(await readReminders(turnOf(text, { at }))).toEqual([
      {
        text: "pack",
        dueAt: new Date("2026-01-02T00:00:00Z"),
        quote: "Remind me in three days to pack.",
      },
      { text: "买票", dueAt: new Date("2026-01-02T00:00:00Z"), quote: "还有，周五提醒我买票。" },
    ]);
  });

  it("takes no requests from an assistant or from a turn that is not trusted", async () => {
    const text = "Remind me on Friday to call mum.";
    expect(await readReminders(turnOf(text, { role: "assistant" }))).toEqual([]);
    expect(await readReminders(turnOf(text, { trust: 0.5 }))).toEqual([]);
  });

  it("reads at most ten requests of a turn, in linear time", async () => {
    expect(
      await readReminders(turnOf("Remind me on Friday to call mum. ".repeat(40))),
    ).toHaveLength(10);
    for (const part of [
      "when we talk about ",
      "remind me ",
      "on Friday, ",
      "下次说到",
      "提醒我",
      "三天后",
    ]) {
      expect(await readReminders(turnOf(part.repeat(200_000 / part.length)))).toBeDefined();
    }
  });
});
