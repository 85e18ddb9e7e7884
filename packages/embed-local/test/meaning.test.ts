import { describe, expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { digest, dot, embedOne } from "./support/vectors.js";

const embedder = localEmbedder();

const TRANSLATIONS = [
  ["The user prefers dark mode in every editor", "用户在所有编辑器里都喜欢深色模式"],
  ["My daughter is allergic to peanuts", "我女儿对花生过敏"],
  ["The meeting was moved to Friday afternoon", "会议改到星期五下午了"],
  ["He broke his leg while skiing last winter", "他去年冬天滑雪时摔断了腿"],
  ["Please book a window seat on the train", "请订一个靠窗的火车座位"],
  ["The database password is kept in the vault", "数据库密码保存在保险库里"],
  ["She plays the piano every evening", "她每天晚上弹钢琴"],
  ["Our cat likes to sleep on the sofa", "我们家的猫喜欢睡在沙发上"],
  ["I want to learn how to cook fish", "我想学怎么做鱼"],
  ["The doctor told him to drink less coffee", "医生让他少喝咖啡"],
  ["They are saving money to buy a house", "他们在存钱买房子"],
  ["The festival begins when the moon is full", "月圆的时候节日开始"],
] as const;

describe("across languages", () => {
  test.each(TRANSLATIONS)("%s is nearest to %s", async (english, chinese) => {
    const one = await embedOne(embedder, english);
    const other = await embedOne(embedder, chinese);
    const relevant = dot(one, other);
    for (const [anotherEnglish, anotherChinese] of TRANSLATIONS) {
      if (anotherEnglish === english) continue;
      expect(relevant).toBeGreaterThan(dot(one, await embedOne(embedder, anotherChinese)));
      expect(relevant).toBeGreaterThan(dot(other, await embedOne(embedder, anotherEnglish)));
    }
  });
});

describe("within a language", () => {
  test.each([
    ["The dog barked all night", "The dogs were barking at night", "The bank opens at nine"],
    ["Where can I buy a ticket?", "Tickets are sold here", "The soup is too salty"],
    ["I didn't get any sleep", "I could not sleep", "I bought a red bicycle"],
    ["今天天气很热", "今天气温很高", "他的数学很好"],
    ["他在银行工作", "他是银行职员", "苹果又甜又脆"],
  ])("%s is nearer to %s than to %s", async (text, near, far) => {
    const vector = await embedOne(embedder, text);
    const nearness = dot(vector, await embedOne(embedder, near));
    expect(nearness).toBeGreaterThan(dot(vector, await embedOne(embedder, far)) + 0.1);
  });
});

describe("spelling that makes no difference", () => {
  test.each([
    ["traditional characters", "什麼時候開會？", "什么时候开会？"],
    [
      "traditional characters of every day",
      "後來她們搬到鄉下，裡面有個圖書館",
      "后来她们搬到乡下，里面有个图书馆",
    ],
    ["characters of Taiwan", "著名的學者寫臺灣歷史", "着名的学者写台湾历史"],
    ["characters of Hong Kong", "衞生間在哪裏", "卫生间在哪里"],
    ["compatibility ideographs", "\uF9FD\uF9F7", "什立"],
    ["capital letters", "DARK Mode", "dark mode"],
    ["full-width letters", "ＤＡＲＫ　ｍｏｄｅ", "dark mode"],
    ["accents, composed", "café naïve", "cafe naive"],
    ["accents, decomposed", "cafe\u0301", "café"],
    ["curly apostrophes", "I don’t know", "I don't know"],
    ["punctuation", "dark-mode: (on)", "dark mode on"],
  ])("%s", async (_name, text, same) => {
    expect(digest(await embedOne(embedder, text))).toBe(digest(await embedOne(embedder, same)));
  });
});

test("unknown words are near to words that share their spelling", async () => {
  const word = await embedOne(embedder, "zorblatix");
  const similar = dot(word, await embedOne(embedder, "zorblatic"));
  expect(similar).toBeGreaterThan(dot(word, await embedOne(embedder, "quimvexor")) + 0.3);
});

test("other scripts are near to texts that share their characters", async () => {
  const text = await embedOne(embedder, "Привет мир");
  const similar = dot(text, await embedOne(embedder, "привет"));
  expect(similar).toBeGreaterThan(dot(text, await embedOne(embedder, "кошка")) + 0.3);
});
