import type { SetSkill } from "../skill-set.ts";

const ENGLISH = {
  verbs:
    "book cancel compare repair order translate summarise schedule rename archive measure print share clean insure paint sort count lend deliver".split(
      " ",
    ),
  things:
    "train ticket,meeting room,invoice,garden fence,team photo,coffee machine,tax form,bicycle,travel diary,water bill,parking permit,library book,wedding cake,piano lesson,phone contract,weather map,shopping bag,passport,sofa cover,birthday card,sales report,dental visit,rental flat,guest list,ski course".split(
      ",",
    ),
  examples: [
    "VERB the THING",
    "can you VERB a THING for me",
    "I want to VERB my THING",
    "please VERB this THING before Friday",
    "who could VERB the old THING",
    "it is time to VERB that THING again",
    "let us VERB the THING of my sister",
    "my boss wants you to VERB the new THING",
    "somebody has to VERB a second THING today",
    "help me VERB the THING that I told you about",
  ],
  question: "would you mind to VERB our THING, number NUMBER",
};
const CHINESE = {
  verbs:
    "预订 取消 比较 修理 订购 翻译 总结 安排 重命名 归档 测量 打印 分享 清洗 投保 粉刷 整理 清点 出借 寄送".split(
      " ",
    ),
  things:
    "火车票 会议室 发票 花园围栏 合影 咖啡机 税表 自行车 旅行日记 水费单 停车证 图书 婚礼蛋糕 钢琴课 手机套餐 天气图 购物袋 护照 沙发套 生日卡 销售报告 牙医预约 出租房 宾客名单 滑雪课".split(
      " ",
    ),
  examples: [
    "VERBTHING",
    "帮我VERB一下THING",
    "我想VERBTHING",
    "请在周五前VERB这个THING",
    "谁能VERB那个旧的THING",
    "又该VERB那个THING了",
    "我们来VERB我妹妹的THING吧",
    "老板要你VERB新的THING",
    "今天得有人再VERB一个THING",
    "帮我VERB我跟你说过的THING",
  ],
  question: "麻烦你VERB我们的第NUMBER个THING",
};
/** Things said that are no wish. */
const CHATTER = [
  "the soup was rather salty on day NUMBER",
  "I slept badly before the match NUMBER",
  "昨天的第NUMBER场雨下得真大",
  "他第NUMBER次讲这个笑话了",
];

type Words = typeof ENGLISH;

/**
 * Returns skills that all differ, English and Chinese in turns, with up to ten examples each. At
 * most 1,000. The same each time.
 */
export function madeSkills(count: number, examples: number): readonly SetSkill[] {
  return Array.from({ length: count }, (_, index) => {
    const fill = filler(index);
    return {
      name: `skill-${index}`,
      description: fill(wordsOf(index).examples[1] ?? ""),
      triggers: wordsOf(index).examples.slice(0, examples).map(fill),
    };
  });
}

/**
 * Texts that are no example and all differ: three wishes to one text that wishes nothing. The same
 * each time.
 */
export function madeTexts(count: number, skills: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    if (index % 4 === 3) return numbered(CHATTER[(index >> 2) % CHATTER.length] ?? "", index);
    // 379 is prime, so that the texts go through all skills.
    const skill = (index * 379) % skills;
    return numbered(filler(skill)(wordsOf(skill).question), index);
  });
}

function wordsOf(index: number): Words {
  return index % 2 === 0 ? ENGLISH : CHINESE;
}

function filler(index: number): (template: string) => string {
  const { verbs, things } = wordsOf(index);
  const pair = index >> 1;
  const verb = verbs[pair % verbs.length] ?? "";
  const thing = things[Math.floor(pair / verbs.length) % things.length] ?? "";
  return (template) => template.replace("VERB", verb).replace("THING", thing);
}

function numbered(template: string, index: number): string {
  return template.replace("NUMBER", String(index));
}
