import { PUBLISHED } from "../../parts/published-score.js";

/** Parameters as published, and the memory whose fifth use changes it most. */
export const FIRST_SETTINGS = {
  ...PUBLISHED,
  age: 30,
  since: 1,
  times: 4,
  joy: 0.2,
  aversion: 0.7,
  along: "uses",
};
/** Settings of the published playground: its parameters, and a memory at a moment. */
export type PublishedSettings = typeof FIRST_SETTINGS;
