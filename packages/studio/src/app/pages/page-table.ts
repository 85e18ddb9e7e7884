import type { FunctionComponent } from "preact";

import { DiaryPage } from "./diary/diary-page.js";
import { FeedPage } from "./feed/feed-page.js";
import { FeelingPage } from "./feeling/feeling-page.js";
import { ForgettingPage } from "./forgetting/forgetting-page.js";
import { ImagesPage } from "./images/images-page.js";
import { MemoriesPage } from "./memories/memories-page.js";
import { MindPage } from "./mind/mind-page.js";
import { RecallPage } from "./recall/recall-page.js";
import { RecordPage } from "./record/record-page.js";
import { StatisticsPage } from "./statistics/statistics-page.js";
import { TiersPage } from "./tiers/tiers-page.js";

/** Name of a page in the navigation. */
type PageName =
  | "diary"
  | "feed"
  | "feeling"
  | "forgetting"
  | "images"
  | "memories"
  | "mind"
  | "recall"
  | "statistics"
  | "tiers";

/** Page of the navigation. */
export interface PageEntry {
  /** Name in addresses, and of its words. */
  readonly name: PageName;
  /** Letter that goes to it, after `g`. */
  readonly letter: string;
  /** Path of its icon, 24 by 24. */
  readonly icon: string;
  /** Its content. */
  readonly view: FunctionComponent;
}

/** Pages of the navigation by group. */
export const PAGES: readonly {
  readonly group: "look" | "play" | "inside";
  readonly pages: readonly PageEntry[];
}[] = [
  {
    group: "look",
    pages: [
      { name: "memories", letter: "m", icon: "M4 6h16M4 12h16M4 18h10", view: MemoriesPage },
      {
        name: "recall",
        letter: "r",
        icon: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13M15.5 15.5 20 20M8 10.5h5M8 8h3",
        view: RecallPage,
      },
      { name: "feed", letter: "l", icon: "M3 12h4l3-7 4 14 3-7h4", view: FeedPage },
    ],
  },
  {
    group: "play",
    pages: [
      {
        name: "forgetting",
        letter: "f",
        icon: "M4 4v16h16M6 6c2 8 6 10 13 11",
        view: ForgettingPage,
      },
      {
        name: "feeling",
        letter: "e",
        icon: "M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10",
        view: FeelingPage,
      },
      {
        name: "tiers",
        letter: "t",
        icon: "M12 4 4 8l8 4 8-4-8-4M4 12l8 4 8-4M4 16l8 4 8-4",
        view: TiersPage,
      },
    ],
  },
  {
    group: "inside",
    pages: [
      {
        name: "mind",
        letter: "p",
        icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-3.6 3.8-5 7.5-5s6.700 1.400 7.500 5",
        view: MindPage,
      },
      {
        name: "diary",
        letter: "d",
        icon: "M6 4h11a1 1 0 0 1 1 1v15H7a2 2 0 0 1-2-2V5M9 8h6M9 12h6",
        view: DiaryPage,
      },
      {
        name: "images",
        letter: "i",
        icon: "M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15 9h.01",
        view: ImagesPage,
      },
      { name: "statistics", letter: "s", icon: "M5 20v-7M12 20V4M19 20v-11", view: StatisticsPage },
    ],
  },
];

/** Content of each page by name, those beside the navigation, too. */
export const VIEWS: Readonly<Record<string, FunctionComponent>> = {
  ...Object.fromEntries(PAGES.flatMap(({ pages }) => pages.map(({ name, view }) => [name, view]))),
  record: RecordPage,
};
