import { describe, expect, test } from "vitest";

import { textForm } from "../../src/toolkit/index.js";

const SMALL_TALK = [
  "ok",
  "thanks!",
  "great, do it",
  "no, the other one",
  "that makes sense",
  "wait, one second",
  "never mind",
  "can you repeat that?",
  "you're the best",
  "You’re the BEST!!",
  "再说一遍",
  "hello",
  "Good morning!",
  "Hi! How are you?",
  "Hey Ana! How are you doing?",
  "Thanks, Ana!",
  "oh that's great",
  "That sounds really good. Thank you so much!",
  "haha",
  "hahahaha 😂",
  "lol, so funny",
  "😂",
  "👍👍",
  "...",
  "?",
  "let me think",
  "yes please",
  "no thanks",
  "ok, got it. see you tomorrow!",
  "好的，谢谢！",
  "哈哈哈哈",
  "早上好",
  "收到",
  "没问题",
  "嗯嗯，明白了",
  "太好了！谢谢你",
  "等一下，让我想想",
  "ok 好的",
];

const QUESTIONS = [
  "Where do I live?",
  "where do i live",
  "Good morning! Where do I live?",
  "Hey Ana! How was your trip to Rome?",
  "Do you know my dog's name?",
  "what's my sister called",
  "how many cats do we have",
  "did I tell you about the wedding",
  "tell me where I work",
  "I live in Berlin, right?",
  "Which version of Node 20.5 runs there?",
  "Is Dr. Smith my dentist?",
  "¿Dónde vivo?",
  "Где я живу?",
  "أين أسكن؟",
  "我住在哪里？",
  "我住在哪里",
  "你还记得我的猫叫什么名字吗",
  "早上好！今天几点开会？",
  "你好，我女儿多大？",
];

const STATEMENTS = [
  "ok computer album",
  "thanks giving plans",
  "good morning routine of Ana",
  "I live in Berlin",
  "I moved to Munich. Do you like it?",
  "I moved to Munich in May, do you like it there?",
  "我搬到慕尼黑了，你喜欢吗？",
  "When I was young we lived in Rome.",
  "What a day: the car broke down",
  "Do the laundry on Monday",
  "My favourite tea is oolong.",
  "Thanks! I passed the exam.",
  "no sugar in my coffee",
  "the first one is called Rex",
  "fine dining",
  "42",
  "Berlin",
  "Goethe",
  "我不知道他什么时候来",
  "谢谢你昨天陪我去医院",
  "好的餐厅在三楼",
  "没什么比猫更好",
  "猫が好きです",
];

describe("the form of a text", () => {
  test.each(SMALL_TALK)("%j is small talk", (text) => {
    expect(textForm(text)).toBe("small-talk");
  });
  test.each(QUESTIONS)("%j is a question", (text) => {
    expect(textForm(text)).toBe("question");
  });
  test.each(STATEMENTS)("%j is a statement", (text) => {
    expect(textForm(text)).toBe("statement");
  });
});

test("a long text is a statement, whatever it is made of", () => {
  expect(textForm("ok ".repeat(400))).toBe("statement");
  expect(textForm(`${"what ".repeat(400)}?`)).toBe("statement");
});

test("a sentence of many small words is looked at once", () => {
  for (const text of ["ha".repeat(490), ", A".repeat(320), "? ".repeat(490), "ok,".repeat(320)]) {
    expect(["statement", "small-talk"]).toContain(textForm(text));
  }
});
