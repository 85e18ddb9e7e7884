/** A unit of a number, in the words of English and Chinese. */
export interface Unit {
  readonly name: string;
  /** Seconds, for units of time. */
  readonly seconds: number | undefined;
  /** In the name or description of a member of any unit of the kind. */
  readonly kind: RegExp | undefined;
  /** Behind a number. */
  readonly behind: RegExp;
  /** In the name or description of a member. */
  readonly said: RegExp;
}

const HEAT = /\b(?:target|setpoint|heat|heating)\b/u;
const MONEY = /\b(?:price|cost|budget|amount|sum|money|spend|fee|pay)\b|价|钱|金额/u;
const DISTANCE = /\b(?:distance|radius|far)\b|距离/u;
const WEIGHT = /\b(?:weight|mass)\b|重量/u;

type Row = readonly [
  name: string,
  words: string,
  behind: string,
  said: string,
  of?: RegExp | number,
];

/** Words of units, those behind numbers alone, those of members alone, and the kind or seconds. */
const ROWS: readonly Row[] = [
  ["percent", "%|percent|per cent", "", "percentage|百分"],
  ["millisecond", "ms|milliseconds?|毫秒", "", "millis", 0.001],
  ["second", "secs?|seconds?|(?<!毫)秒钟?", "s", "", 1],
  ["minute", "mins?|minutes?|个?分钟", String.raw`分(?=\d{1,2}秒)`, "", 60],
  ["hour", "hrs?|hours?|个?小时|个?钟头", "h", "", 3_600],
  ["day", "days?", "天", "天数|几天", 86_400],
  ["week", "weeks?|个?星期", "周", "周数", 604_800],
  ["month", "months?", "个月", "月数"],
  ["night", "nights?", "晚", "几晚"],
  ["fahrenheit", "°f|(?:degrees )?fahrenheit|华氏", "f", "", HEAT],
  ["celsius", "℃|°c|(?:degrees )?celsius|摄氏", "c", "", HEAT],
  ["degree", "degrees?", "°|度", "temperature|温度|度数", HEAT],
  ["person", "people|persons?|guests?", "个?人|位", "party size|人数|几位"],
  ["dollar", "usd|dollars?|美元", String.raw`\$|bucks`, "", MONEY],
  ["euro", "eur|euros?|欧元", "€", "", MONEY],
  ["yuan", "rmb|cny|yuan", "元|块钱?", "人民币", MONEY],
  ["mile", "miles?|英里", "mi", "", DISTANCE],
  ["kilometre", "km|kilomet(?:er|re)s?|公里|千米", "", "", DISTANCE],
  ["kilogram", "kg|kilos?|kilograms?|公斤|千克", "", "", WEIGHT],
  ["gram", "grams?|(?<!千)克", "g", "", WEIGHT],
];

/** Units of numbers. A longer word comes before its beginning. */
export const UNITS: readonly Unit[] = /* @__PURE__ */ ROWS.map(
  ([name, words, behind, said, of]) => ({
    name,
    seconds: typeof of === "number" ? of : undefined,
    kind: typeof of === "number" ? undefined : of,
    behind: new RegExp(String.raw`^[ -]?(?:${either(words, behind)})(?![a-z])`, "iu"),
    said: new RegExp(String.raw`(?<![a-z])(?:${either(words, said)})(?![a-z])`, "u"),
  }),
);

function either(words: string, more: string): string {
  return more === "" ? words : `${words}|${more}`;
}
