import { drawAblation } from "./ablation.ts";
import { drawArchitecture } from "./architecture.ts";
import { drawEmbedderSpeed } from "./embedder-speed.ts";
import { drawForgettingCurves } from "./forgetting-curves.ts";
import { drawLifeOfAMemory } from "./life-of-a-memory.ts";
import { drawManyServers } from "./many-servers.ts";
import { drawOwnTables } from "./own-tables.ts";
import { drawReliability } from "./reliability-chart.ts";
import { drawShardRoutes } from "./shard-routes.ts";
import { drawShards } from "./shards.ts";
import { drawSkillCalibration, drawSkillWaking } from "./skill-waking.ts";
import { drawSpacing } from "./spacing.ts";
import { drawStoreSpeed } from "./store-speed.ts";

/** A picture of docs/images that is drawn by a program. */
interface Chart {
  readonly file: string;
  readonly draw: () => string;
}

/** All of them. */
export const charts: readonly Chart[] = [
  { file: "ablation.svg", draw: drawAblation },
  { file: "architecture.svg", draw: drawArchitecture },
  { file: "embedder-speed.svg", draw: drawEmbedderSpeed },
  { file: "forgetting-curves.svg", draw: drawForgettingCurves },
  { file: "life-of-a-memory.svg", draw: drawLifeOfAMemory },
  { file: "many-servers.svg", draw: drawManyServers },
  { file: "own-tables.svg", draw: drawOwnTables },
  { file: "reliability.svg", draw: drawReliability },
  { file: "shard-routes.svg", draw: drawShardRoutes },
  { file: "shards.svg", draw: drawShards },
  { file: "skill-calibration.svg", draw: drawSkillCalibration },
  { file: "skill-waking.svg", draw: drawSkillWaking },
  { file: "spacing.svg", draw: drawSpacing },
  { file: "store-speed.svg", draw: drawStoreSpeed },
];
