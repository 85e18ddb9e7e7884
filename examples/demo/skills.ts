import { isDeepStrictEqual } from "node:util";

import type { JsonValue, Memory } from "@kioku/core";
import { skillMemory } from "@kioku/skills";

import type { SkillsReport } from "./report.ts";

const TARGET = "nav.target.v2";

/** Values that the skills of a household robot write. Only the navigator knows its key. */
const WRITES: readonly {
  readonly skill: string;
  readonly key: string;
  readonly value: JsonValue;
  readonly text?: string;
}[] = [
  { skill: "battery", key: "pwr.soc.v1", value: 82, text: "电池电量: 百分之八十二" },
  { skill: "kitchen", key: "timer.tea", value: "four minutes left" },
  {
    skill: "navigator",
    key: TARGET,
    value: { room: "living-room", x: 3.2, y: 1.4 },
    text: "导航目标: 客厅沙发",
  },
  { skill: "music", key: "now.playing", value: "Chopin, Nocturne no. 2" },
  { skill: "camera", key: "cat.lastSeen", value: "asleep under the desk in the study" },
  { skill: "vacuum", key: "plan.daily", value: { at: "10:00" }, text: "每天上午十点扫地" },
  { skill: "weather", key: "forecast.today", value: "light rain, 14 °C" },
];

/** Questions of another skill, in words that are in no key and in no value. */
const SEARCHES = ["目的地", "what is our destination?"] as const;

/**
 * Lets each skill write, and the narrator look for what the navigator wrote without knowing its
 * key.
 */
export async function runSkills(shared: Memory): Promise<SkillsReport> {
  for (const { skill, key, value, text } of WRITES) {
    const own = skillMemory({ memory: shared, skill });
    // Writing the same again would only make one more version of it.
    if (isDeepStrictEqual(await own.memoryGet(key), value)) continue;
    await own.memorySetWithEmbedding(key, value, text);
  }
  const narrator = skillMemory({ memory: shared, skill: "narrator" });
  const searches: SkillsReport["searches"][number][] = [];
  for (const query of SEARCHES) {
    const found = await narrator.memorySearch(query, 3);
    const hits = found.map(({ key = "", score, content }) => ({ key, score, content }));
    const rank = hits.findIndex((hit) => hit.key === TARGET) + 1;
    searches.push({ skill: "narrator", query, rank: rank === 0 ? null : rank, hits });
  }
  return { writes: WRITES, searches };
}
