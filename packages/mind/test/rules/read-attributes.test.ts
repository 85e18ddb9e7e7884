import { describe, expect, it } from "vitest";

import { BLOCKS } from "../../src/rules/attributes.js";
import { readAttributes } from "../../src/rules/read-attributes.js";

describe("readAttributes", () => {
  it.each([
    ["My name is Katherine Smith.", "name", "katherine smith"],
    ["You can call me Kate.", "nickname", "kate"],
    ["I'm 34 years old.", "age", "34"],
    ["My birthday is on May 4th.", "birthday", "05-04"],
    ["I'm from Ghana.", "origin", "ghana"],
    ["I'm learning Japanese.", "language", "japanese"],
    ["i live in berlin", "home", "berlin"],
    ["We just moved to Lisbon from Porto last month!", "home", "lisbon"],
    ["I've been working as a data analyst for three years.", "job", "data analyst"],
    ["I'm a nurse at a small clinic.", "job", "nurse"],
    ["I'm the product lead for the launch.", "job", "product lead"],
    ["I'm head of sales now.", "job", "head of sales"],
    ["I was born in 1990 in Cork.", "origin", "cork"],
    ["我是Kai。", "name", "kai"],
    ["我收藏邮票和旧地图。", "hobby", "邮票和旧地图"],
    ["医生说我其实不对海鲜过敏，是对花粉过敏。", "allergy", "花粉"],
    ["I work for Globex.", "employer", "globex"],
    ["I'm studying biology at Leeds.", "studies", "biology"],
    ["My wife's name is Anna.", "partner", "anna"],
    ["I have two kids.", "children", "2 kids"],
    ["My sister is called Lea.", "relative", "sister lea"],
    ["We have a dog called Rex.", "pet", "dog rex"],
    ["I'm severely allergic to peanuts.", "allergy", "peanuts"],
    ["I have a mild nut allergy.", "allergy", "nut"],
    ["I have asthma.", "health", "asthma"],
    ["I'm vegan.", "diet", "vegan"],
    ["I don't eat pork.", "avoids", "pork"],
    ["I love hiking in the mountains with my dog.", "like", "hiking in the mountains"],
    ["I can't stand horror movies.", "dislike", "horror movies"],
    ["My favourite colour is green.", "favorite:color", "green"],
    ["I play the violin on Sundays.", "hobby", "violin"],
    ["I'm planning a trip to Iceland in July.", "plan", "trip to iceland"],
    ["我叫李雷。", "name", "李雷"],
    ["我今年二十八岁。", "age", "28"],
    ["我的生日是五月四号。", "birthday", "05-04"],
    ["我是四川人。", "origin", "四川"],
    ["我会说日语和法语。", "language", "日语和法语"],
    ["我现在住在苏州。", "home", "苏州"],
    ["上个月我们搬到了深圳。", "home", "深圳"],
    ["我是一名程序员。", "job", "程序员"],
    ["我在一家游戏公司上班。", "employer", "游戏公司"],
    ["我的专业是计算机科学。", "studies", "计算机科学"],
    ["我老婆叫王芳。", "partner", "王芳"],
    ["我有两个孩子。", "children", "2个孩子"],
    ["我妹妹叫小雨。", "relative", "妹妹 小雨"],
    ["我养了一只橘猫，叫年糕。", "pet", "橘猫"],
    ["我对海鲜严重过敏。", "allergy", "海鲜"],
    ["我有哮喘。", "health", "哮喘"],
    ["我吃素。", "diet", "吃素"],
    ["我不吃香菜。", "avoids", "香菜"],
    ["我特别喜欢吃火锅。", "like", "吃火锅"],
    ["我讨厌下雨天。", "dislike", "下雨天"],
    ["我最喜欢的颜色是绿色。", "favorite:颜色", "绿色"],
    ["我会弹钢琴。", "hobby", "弹钢琴"],
    ["我打算去日本留学。", "plan", "去日本留学"],
  ])("reads %s as %s: %s", (sentence, name, value) => {
    const found = readAttributes(sentence);
    expect(found.map((one) => [one.attribute.name, one.value])).toEqual([[name, value]]);
    expect(found[0]?.text).toBe(sentence);
    expect(BLOCKS).toContain(found[0]?.attribute.block);
  });

  it.each([
    "My sister lives in Oslo.",
    "I used to live in Prague.",
    "I'd love to live in Lisbon.",
    "I live in Lisbon, I think.",
    "I'm staying in Lisbon this week.",
    "I'm 34 minutes late.",
    "I'm a morning person.",
    "I work from home.",
    "I love it!",
    "I like your idea.",
    "I'm not allergic to walnuts.",
    "I'm not that allergic.",
    "I live in a cave, my friend says I live in a cave.",
    "call me tomorrow",
    "我叫了外卖。",
    "我妈妈住在杭州。",
    "我以前住在北京。",
    "我想住在三亚。",
    "我住院了。",
    "我不吃了。",
    "我喜欢你。",
    "我是好人。",
    "我住在北京，好像吧。",
    "我对芒果不过敏。",
  ])("reads nothing durable in: %s", (sentence) => {
    expect(readAttributes(sentence)).toEqual([]);
  });

  it("quotes each clause of a sentence with several facts", () => {
    expect(
      readAttributes("Hi, I'm Mia and I live in Porto, and work as a nurse.").map(
        ({ attribute, text }) => [attribute.name, text],
      ),
    ).toEqual([
      ["name", "I'm Mia"],
      ["home", "I live in Porto"],
      ["job", "work as a nurse"],
    ]);
    expect(
      readAttributes("我叫李雷，今年28岁，住在苏州。").map(({ attribute, text }) => [
        attribute.name,
        text,
      ]),
    ).toEqual([
      ["name", "我叫李雷"],
      ["age", "今年28岁"],
      ["home", "住在苏州"],
    ]);
  });

  it("does not take over the subject of a clause about somebody else", () => {
    expect(readAttributes("我妈妈叫王芳，住在杭州。").map((one) => one.attribute.name)).toEqual([
      "relative",
    ]);
    expect(readAttributes("My wife is a doctor and works at Acme.")).toEqual([]);
  });

  it("reads mixed languages and emoji", () => {
    expect(
      readAttributes("😀 I love 川菜 and I live in 北京 🎉").map((one) => [
        one.attribute.name,
        one.value,
      ]),
    ).toEqual([
      ["like", "川菜"],
      ["home", "北京"],
    ]);
    expect(readAttributes("我住在London").map((one) => one.value)).toEqual(["london"]);
  });

  it("reads texts without end and without sense", () => {
    const texts = ["I am ", "我住在", "，我", "my friend says ", '"', "not ", "😀", "I have a "];
    for (const text of texts) {
      for (const one of readAttributes(text.repeat(3_000))) {
        expect(one.value.length).toBeLessThanOrEqual(60);
      }
    }
  });
});
