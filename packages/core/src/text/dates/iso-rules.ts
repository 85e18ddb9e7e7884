import { dayRange, monthRange } from "./calendar.js";
import type { DateRule } from "./date-rule.js";

/** Dates that begin with the year, in any language: 2023-05-07, 2023/5/7, 2023-05. */
export const isoRules: readonly DateRule[] = [
  {
    pattern:
      /(?<![\w.@/-])(?<!version )(?<year>(?:19|20)\d\d)(?:(?<joint>[-/.])(?<month>\d{1,2})\k<joint>(?<day>\d{1,2})|-(?<wholeMonth>0[1-9]|1[0-2]))(?:T[\d:.]+Z?)?(?![\w@-]|[./]\d)/gu,
    read: (group) => {
      const year = Number(group("year"));
      if (group("day") === "") return { range: monthRange(year, Number(group("wholeMonth"))) };
      const range = dayRange(year, Number(group("month")), Number(group("day")));
      return range && { range };
    },
  },
];
