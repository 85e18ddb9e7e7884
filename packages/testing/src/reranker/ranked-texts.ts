import { PLAIN_TEXTS } from "../model/plain-texts.js";
import type { RankedTexts } from "./read-ranking.js";

/** A question, and documents of which one answers it. */
export const QUESTION: RankedTexts = {
  query: "Where does the cat sleep?",
  documents: PLAIN_TEXTS.toReversed(),
};

/** Questions with a document that answers each and some that have nothing to do with it. */
export const ANSWERED: readonly (RankedTexts & { readonly answer: number })[] = [
  {
    query: "Is she allergic to peanuts?",
    documents: [
      "The train to Oslo leaves at seven in the morning",
      "She is allergic to peanuts and always carries medicine",
      "The new printer needs black ink",
    ],
    answer: 1,
  },
  {
    query: "When is the rent due?",
    documents: [
      "Robins sing long before sunrise",
      "He painted the fence green",
      "The orchestra played a symphony",
      "The rent is due on the first day of the month",
    ],
    answer: 3,
  },
];
