import type { Verbs } from "../wire/verbs.js";
import { ABOUT } from "./about.js";
import { DIARY } from "./diary.js";
import { FORGETTING } from "./forgetting.js";
import { IMAGES } from "./images.js";
import { MEMORIES } from "./memories.js";
import { MIND } from "./mind.js";
import { RECALL } from "./recall.js";
import { RECORD } from "./record.js";
import { RUNS } from "./runs.js";
import type { VerbTable } from "./service.js";
import { STATISTICS } from "./statistics.js";

/** All verbs by name. */
export const VERBS: VerbTable<Verbs> = {
  ...ABOUT,
  ...DIARY,
  ...FORGETTING,
  ...IMAGES,
  ...MEMORIES,
  ...MIND,
  ...RECALL,
  ...RECORD,
  ...RUNS,
  ...STATISTICS,
};
