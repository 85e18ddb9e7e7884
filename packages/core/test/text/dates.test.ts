import { expect, test } from "vitest";

import { dateRangeTerms } from "../../src/text/dates/date-range.js";
import type { DateRange } from "../../src/text/dates/date-range.js";
import { datesInQuery, datesInText, mayHoldDate } from "../../src/text/dates/dates-in-text.js";
import { documentTerms } from "../../src/text/terms.js";

/** A Wednesday. */
const NOW = "2024-03-13T15:00:00Z";

function days({ from, to }: DateRange): string {
  expect(to.getTime()).toBeGreaterThan(from.getTime());
  expect(from.getTime() % 86_400_000).toBe(0);
  expect(to.getTime() % 86_400_000).toBe(0);
  return `${from.toISOString().slice(0, 10)}/${to.toISOString().slice(0, 10)}`;
}

function shown(ranges: readonly DateRange[]): string {
  return ranges.map(days).join(" ");
}

async function asked(text: string, now: string = NOW): Promise<string> {
  return shown(await datesInQuery(text, new Date(now)));
}

async function said(text: string, at: string = NOW): Promise<string> {
  return shown(await datesInText(text, new Date(at)));
}

test.each([
  ["What did Ann paint yesterday?", "2024-03-12/2024-03-13"],
  ["the day before yesterday", "2024-03-11/2024-03-12"],
  ["Who called last night?", "2024-03-12/2024-03-13"],
  ["What is on my list for today?", "2024-03-13/2024-03-14"],
  ["What is planned for tomorrow?", "2024-03-14/2024-03-15"],
  ["What did I eat three days ago", "2024-03-10/2024-03-11"],
  ["two weeks ago", "2024-02-26/2024-03-04"],
  ["a month ago", "2024-02-01/2024-03-01"],
  ["two years ago", "2022-01-01/2023-01-01"],
  ["a year and two months ago", "2023-01-01/2023-02-01"],
  ["half a year ago", "2023-09-01/2023-10-01"],
  ["over twelve years ago", "2012-01-01/2013-01-01"],
  ["We spoke two weeks back", "2024-02-26/2024-03-04"],
  ["a few days ago", "2024-03-08/2024-03-12"],
  ["last week", "2024-03-04/2024-03-11"],
  ["the week before last", "2024-02-26/2024-03-04"],
  ["this month", "2024-03-01/2024-04-01"],
  ["next month", "2024-04-01/2024-05-01"],
  ["last year", "2023-01-01/2024-01-01"],
  ["the past two weeks", "2024-02-28/2024-03-14"],
  ["the last 3 months", "2023-12-13/2024-03-14"],
  ["the past year", "2023-03-13/2024-03-14"],
  ["next two weeks", "2024-03-13/2024-03-27"],
  ["last Friday", "2024-03-08/2024-03-09"],
  ["this Friday", "2024-03-15/2024-03-16"],
  ["next Friday", "2024-03-22/2024-03-23"],
  ["this coming Friday", "2024-03-15/2024-03-16"],
  ["on Wednesday", "2024-03-06/2024-03-07"],
  ["since Monday", "2024-03-11/2024-03-14"],
  ["last Sat", "2024-03-09/2024-03-10"],
  ["last weekend", "2024-03-09/2024-03-11"],
  ["this weekend", "2024-03-16/2024-03-18"],
])("%s counts from now", async (text, range) => {
  expect(await asked(text)).toBe(range);
});

test.each([
  ["Where was Ben last May?", "2023-05-01/2023-06-01"],
  ["last March", "2023-03-01/2023-04-01"],
  ["next May", "2024-05-01/2024-06-01"],
  ["in May 2023", "2023-05-01/2023-06-01"],
  ["May of 2023", "2023-05-01/2023-06-01"],
  ["early May", "2023-05-01/2023-06-01"],
  ["mid-June", "2023-06-01/2023-07-01"],
  ["the month of June 2023", "2023-06-01/2023-07-01"],
  ["the September trip", "2023-09-01/2023-10-01"],
  ["in October of last year", "2023-10-01/2023-11-01"],
  ["last year in October", "2023-10-01/2023-11-01"],
  ["on 7 May 2023", "2023-05-07/2023-05-08"],
  ["May 7th, 2023", "2023-05-07/2023-05-08"],
  ["the 7th of May", "2023-05-07/2023-05-08"],
  ["May 7 last year", "2023-05-07/2023-05-08"],
  ["twenty-first of June 2023", "2023-06-21/2023-06-22"],
  ["Tuesday, May 7", "2023-05-07/2023-05-08"],
  ["2023-05-07", "2023-05-07/2023-05-08"],
  ["2023-05", "2023-05-01/2023-06-01"],
  ["25/05/2023", "2023-05-25/2023-05-26"],
  ["in 2022", "2022-01-01/2023-01-01"],
  ["In 2022 was it warm?", "2022-01-01/2023-01-01"],
  ["late 2022", "2022-01-01/2023-01-01"],
  ["the 1990s", "1990-01-01/2000-01-01"],
  ["summer of 2023", "2023-06-01/2023-09-01"],
  ["last summer", "2023-06-01/2023-09-01"],
  ["the first week of June", "2023-06-01/2023-07-01"],
  ["on the morning of May 3rd", "2023-05-03/2023-05-04"],
  ["in Q2 2023", "2023-04-01/2023-07-01"],
  ["winter 2022", "2022-12-01/2023-03-01"],
  ["spring this year", "2024-03-01/2024-06-01"],
])("%s is as wide as it was said", async (text, range) => {
  expect(await asked(text)).toBe(range);
});

test.each([
  ["between March and June 2023", "2023-03-01/2023-07-01"],
  ["from March to June", "2023-03-01/2023-07-01"],
  ["from November to February 2023", "2022-11-01/2023-03-01"],
  ["November 2022 - March 2023", "2022-11-01/2023-04-01"],
  ["between 5 May and 9 May", "2023-05-05/2023-05-10"],
  ["June 5-7, 2022", "2022-06-05/2022-06-08"],
  ["Dec 30 to Jan 2", "2023-12-30/2024-01-03"],
  ["from 2019 to 2021", "2019-01-01/2022-01-01"],
  ["since May", "2023-05-01/2024-03-14"],
  ["since 2019", "2019-01-01/2024-03-14"],
  ["after June 2023", "2023-07-01/2024-03-14"],
  ["the week before 9 June 2023", "2023-06-02/2023-06-09"],
  ["the week of May 7", "2023-05-01/2023-05-08"],
  ["two days before May 1", "2023-04-29/2023-04-30"],
  ["a month after May 2023", "2023-06-01/2023-07-01"],
  ["the year before 2020", "2019-01-01/2020-01-01"],
  ["the day after May 7, 2023", "2023-05-08/2023-05-09"],
  ["从三月到六月", "2023-03-01/2023-07-01"],
  ["从2022年11月到2月", "2022-11-01/2023-03-01"],
  ["2023年3月～6月", "2023-03-01/2023-07-01"],
  ["2021-2022年", "2021-01-01/2023-01-01"],
  ["自2020年起", "2020-01-01/2024-03-14"],
  ["今年以来", "2024-01-01/2024-03-14"],
])("%s is one range", async (text, range) => {
  expect(await asked(text)).toBe(range);
});

test.each([
  ["安娜昨天画了什么", "2024-03-12/2024-03-13"],
  ["前天", "2024-03-11/2024-03-12"],
  ["大前天", "2024-03-10/2024-03-11"],
  ["昨晚谁来电话了", "2024-03-12/2024-03-13"],
  ["三天前", "2024-03-10/2024-03-11"],
  ["十五天之前", "2024-02-27/2024-02-28"],
  ["兩週前", "2024-02-26/2024-03-04"],
  ["两个月前", "2024-01-01/2024-02-01"],
  ["半年前", "2023-09-01/2023-10-01"],
  ["两年前", "2022-01-01/2023-01-01"],
  ["几天前我说了什么", "2024-03-08/2024-03-12"],
  ["两三天前", "2024-03-08/2024-03-12"],
  ["前几天", "2024-03-08/2024-03-12"],
  ["这几天", "2024-03-09/2024-03-14"],
  ["最近一周", "2024-03-06/2024-03-14"],
  ["过去三个月", "2023-12-13/2024-03-14"],
  ["最近三天", "2024-03-11/2024-03-14"],
  ["上个月", "2024-02-01/2024-03-01"],
  ["上個月5號", "2024-02-05/2024-02-06"],
  ["下个月", "2024-04-01/2024-05-01"],
  ["上周五", "2024-03-08/2024-03-09"],
  ["上禮拜五", "2024-03-08/2024-03-09"],
  ["上上周", "2024-02-26/2024-03-04"],
  ["下周三", "2024-03-20/2024-03-21"],
  ["晚上周五", "2024-03-08/2024-03-09"],
  ["他说明天来", "2024-03-14/2024-03-15"],
  ["他昨天前往上海", "2024-03-12/2024-03-13"],
  ["下下周", "2024-03-25/2024-04-01"],
  ["周五", "2024-03-08/2024-03-09"],
  ["这周末", "2024-03-16/2024-03-18"],
  ["去年", "2023-01-01/2024-01-01"],
  ["前年", "2022-01-01/2023-01-01"],
  ["去年十月", "2023-10-01/2023-11-01"],
  ["去年5月7號", "2023-05-07/2023-05-08"],
  ["今年春天", "2024-03-01/2024-06-01"],
  ["去年下半年", "2023-07-01/2024-01-01"],
  ["上半年", "2024-01-01/2024-07-01"],
  ["2023年第一季度", "2023-01-01/2023-04-01"],
  ["90年代", "1990-01-01/2000-01-01"],
  ["2022年", "2022-01-01/2023-01-01"],
  ["2023年5月", "2023-05-01/2023-06-01"],
  ["23年5月", "2023-05-01/2023-06-01"],
  ["２０２３年５月", "2023-05-01/2023-06-01"],
  ["二〇二三年五月七日", "2023-05-07/2023-05-08"],
  ["十二月三十一日", "2023-12-31/2024-01-01"],
  ["十月份", "2023-10-01/2023-11-01"],
])("Chinese: %s", async (text, range) => {
  expect(await asked(text)).toBe(range);
});

test.each([
  ["昨日は何を食べた？", "2024-03-12/2024-03-13"],
  ["一昨日", "2024-03-11/2024-03-12"],
  ["おととい", "2024-03-11/2024-03-12"],
  ["3日前", "2024-03-10/2024-03-11"],
  ["2週間前", "2024-02-26/2024-03-04"],
  ["2か月前", "2024-01-01/2024-02-01"],
  ["先週の金曜日", "2024-03-08/2024-03-09"],
  ["先々週", "2024-02-26/2024-03-04"],
  ["先月の5日", "2024-02-05/2024-02-06"],
  ["来月", "2024-04-01/2024-05-01"],
  ["去年の10月", "2023-10-01/2023-11-01"],
  ["一昨年", "2022-01-01/2023-01-01"],
  ["昨年の夏", "2023-06-01/2023-09-01"],
  ["2023年5月7日", "2023-05-07/2023-05-08"],
])("Japanese: %s", async (text, range) => {
  expect(await asked(text)).toBe(range);
});

test.each([
  "What may have caused the fire?",
  "Will you march with us?",
  "Who was second?",
  "Who may second the motion?",
  "May I go?",
  "It may 5 times out of 6 rain",
  "version 2.10.3",
  "version 2023.5.7",
  "room 305, iPhone 12",
  "the score was 3-2, the odds 9/11, open 24/7",
  "It costs $10.50 or 2000 dollars",
  "in 2000 steps",
  "call 2023-555-0199",
  "5/7/2023",
  "right now",
  "today's special",
  "How long ago was it?",
  "how many days ago",
  "When did she go?",
  "What did April say to June and August?",
  "between April and Ann",
  "I sat in the sun, working on Sun Microsystems machines",
  "every Friday",
  "Black Friday",
  "the last week of school",
  "days of the week",
  "three days later",
  "married for 2 years",
  "5 years old",
  "the next day",
  "February 30 2023",
  "100000 years ago",
  "before 2020",
  "什么时候",
  "几月几号",
  "是几天前的事？",
  "这是几天前？",
  "一周一次",
  "每周一",
  "三个月",
  "两年半",
  "十几年前的老房子",
  "这三个人",
  "这天气",
  "一日三餐",
  "之前天气很好",
  "过去年轻的时候",
  "海上月亮",
  "明朝的瓷器",
  "证明天是蓝的",
  "这一天",
  "最后天黑了",
  "以前年轻",
  "十三月",
  "二月三十日",
  "2022年以前",
  "岁月和月亮",
  "いつ",
])("%s names no date", async (text) => {
  expect(await asked(text)).toBe("");
});

test("a question without a date is told apart without the parser, and one with a date never is", () => {
  for (const text of [
    "Which food does Ann avoid?",
    "安娜对什么过敏",
    "Who was second?",
    "いつ？",
  ]) {
    expect(mayHoldDate(text)).toBe(false);
  }
  for (const text of ["Yesterday", "IN MAY", "mid-June", "三天前", "２０２２年", "2022", "今朝"]) {
    expect(mayHoldDate(text)).toBe(true);
  }
});

test("several dates are found in their order, in both scripts, each once", async () => {
  expect(await asked("昨天 Ann 说 last week 去了 Oslo, yesterday")).toBe(
    "2024-03-12/2024-03-13 2024-03-04/2024-03-11",
  );
  expect(await asked("May 7, 2023 and June 8")).toBe("2023-05-07/2023-05-08 2023-06-08/2023-06-09");
});

test("a month or day without a year is the latest that has begun, that of now included", async () => {
  expect(await asked("in March")).toBe("2024-03-01/2024-04-01");
  expect(await asked("in April")).toBe("2023-04-01/2023-05-01");
  expect(await asked("March 13")).toBe("2024-03-13/2024-03-14");
  expect(await asked("March 14")).toBe("2023-03-14/2023-03-15");
  expect(await asked("三月十四日")).toBe("2023-03-14/2023-03-15");
});

test("leap days are found in leap years", async () => {
  expect(await asked("yesterday", "2024-03-01T00:00:00Z")).toBe("2024-02-29/2024-03-01");
  expect(await asked("yesterday", "2023-03-01T00:00:00Z")).toBe("2023-02-28/2023-03-01");
  expect(await asked("29 February 2024")).toBe("2024-02-29/2024-03-01");
  expect(await asked("February 29, 2023")).toBe("");
  expect(await asked("2月29日", "2023-12-01T00:00:00Z")).toBe("2020-02-29/2020-03-01");
  expect(await asked("last year", "2024-02-29T12:00:00Z")).toBe("2023-01-01/2024-01-01");
});

test("months are counted by months, also from their last day", async () => {
  expect(await asked("last month", "2024-03-31T23:59:59Z")).toBe("2024-02-01/2024-03-01");
  expect(await asked("上个月", "2024-05-31T00:00:00Z")).toBe("2024-04-01/2024-05-01");
  expect(await asked("a month ago", "2024-03-31T12:00:00Z")).toBe("2024-02-01/2024-03-01");
  expect(await asked("next month", "2024-01-31T12:00:00Z")).toBe("2024-02-01/2024-03-01");
});

test("days, weeks, months and seasons go over the end of the year", async () => {
  const now = "2024-01-01T00:30:00Z";
  expect(await asked("yesterday", now)).toBe("2023-12-31/2024-01-01");
  expect(await asked("last week", now)).toBe("2023-12-25/2024-01-01");
  expect(await asked("上个月", now)).toBe("2023-12-01/2024-01-01");
  expect(await asked("in December", now)).toBe("2023-12-01/2024-01-01");
  expect(await asked("last winter", now)).toBe("2022-12-01/2023-03-01");
  expect(await asked("this winter", now)).toBe("2023-12-01/2024-03-01");
  expect(await asked("one day ago", now)).toBe("2023-12-31/2024-01-01");
});

test("weeks begin on Monday", async () => {
  const [sunday, monday] = ["2024-03-17T23:00:00Z", "2024-03-18T01:00:00Z"];
  expect(await asked("this week", sunday)).toBe("2024-03-11/2024-03-18");
  expect(await asked("this week", monday)).toBe("2024-03-18/2024-03-25");
  expect(await asked("上周日", monday)).toBe("2024-03-17/2024-03-18");
  expect(await asked("last Sunday", sunday)).toBe("2024-03-10/2024-03-11");
  expect(await asked("last weekend", sunday)).toBe("2024-03-09/2024-03-11");
  expect(await asked("last weekend", monday)).toBe("2024-03-16/2024-03-18");
});

test("a memory's words count from when it happened", async () => {
  expect(await said("Yesterday I went to a pottery class")).toBe("2024-03-12/2024-03-13");
  expect(await said("We met on Friday and two days ago")).toBe(
    "2024-03-08/2024-03-09 2024-03-11/2024-03-12",
  );
  expect(await said("上周去了海边")).toBe("2024-03-04/2024-03-11");
});

test("a memory that speaks of the future means what comes next, sentence by sentence", async () => {
  expect(await said("I will see the dentist on Friday.")).toBe("2024-03-15/2024-03-16");
  expect(await said("I'm going to Oslo in June. It rained in July.")).toBe(
    "2024-06-01/2024-07-01 2023-07-01/2023-08-01",
  );
  expect(await said("The exam is in 3 days")).toBe("2024-03-16/2024-03-17");
  expect(await said("I read it in 3 days")).toBe("");
  expect(await said("我打算五月七日搬家。")).toBe("2024-05-07/2024-05-08");
  expect(await said("我周五会去医院")).toBe("2024-03-15/2024-03-16");
});

test("a question's future words change nothing: what is asked for was said before", async () => {
  expect(await asked("What will Ann do in June?")).toBe("2023-06-01/2023-07-01");
});

test("only the beginning of a long or hostile text is looked at", async () => {
  expect(await asked(`yesterday ${"x ".repeat(50_000)} last week`)).toBe("2024-03-12/2024-03-13");
  const units = [
    "may ",
    "5 may ",
    "2023-",
    "last ",
    "年",
    "5月",
    "昨天",
    "\uFDFA",
    "\uD800",
    "1 year ",
    "in ",
  ];
  for (const unit of [...units, "two days before ", "1 day and ", "between may and ", "三天前到"]) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    expect((await datesInQuery(text, new Date(NOW))).length).toBeLessThan(200);
    expect((await datesInText(`${text.slice(0, 1_990)} ago`, new Date(NOW))).length).toBeLessThan(
      200,
    );
  }
});

async function terms(text: string): Promise<string[]> {
  const [range] = await datesInQuery(text, new Date(NOW));
  return range ? dateRangeTerms(range) : [];
}

test("a day is indexed as the records of that day are", () => {
  const day = { from: new Date("2023-05-07"), to: new Date("2023-05-08") };
  expect(dateRangeTerms(day)).toEqual(documentTerms("2023-05-07 May"));
});

test("wider ranges are indexed by the months or the year that they are in", async () => {
  expect(await terms("May 2023")).toEqual(documentTerms("2023 May"));
  expect(await terms("去年十二月")).toEqual(documentTerms("2023 December"));
  expect(await terms("last week")).toEqual(documentTerms("2024 March"));
  expect(await terms("two weeks ago")).toEqual(documentTerms("2024 February March"));
  expect(await terms("summer 2023")).toEqual(["2023"]);
  expect(await terms("in 2022")).toEqual(["2022"]);
  expect(await terms("from 2019 to 2021")).toEqual([]);
});
