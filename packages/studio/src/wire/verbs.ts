import type { AboutVerbs } from "./about.js";
import type { DiaryVerbs } from "./diary.js";
import type { ForgettingVerbs } from "./forgetting.js";
import type { ImagesVerbs } from "./images.js";
import type { MemoriesVerbs } from "./memories.js";
import type { MindVerbs } from "./mind.js";
import type { RecallVerbs } from "./recall.js";
import type { RecordVerbs } from "./record.js";
import type { StatisticsVerbs } from "./statistics.js";

/** All verbs by name, `POST /api/NAME`: what the page asks, and what the server answers. */
export interface Verbs
  extends
    AboutVerbs,
    DiaryVerbs,
    ForgettingVerbs,
    ImagesVerbs,
    MemoriesVerbs,
    MindVerbs,
    RecallVerbs,
    RecordVerbs,
    StatisticsVerbs {}

/** Name of a verb. */
export type VerbName = keyof Verbs;
/** Query of a verb. */
export type QueryOf<N extends VerbName> = Verbs[N]["query"];
/** Answer of a verb. */
export type AnswerOf<N extends VerbName> = Verbs[N]["answer"];
