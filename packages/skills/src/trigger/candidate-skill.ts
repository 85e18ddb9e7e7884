import type { IndexedExample } from "./gather-fits.js";
import type { Example } from "./load-vectors.js";
import { meanForm, textForm, type TextForm } from "./text-form.js";
import type { TextMarks } from "./text-marks.js";

/** Weight of a concept that only the description names. */
const DESCRIBED_SHARE = 0.35;

const HAN = /\p{Script=Han}/u;

/** A text of a skill with its marks. */
export interface MarkedExample extends IndexedExample {
  readonly marks: TextMarks;
}

/** Common features of the description and the examples of some triggers. */
interface TextsInCommon {
  readonly form: TextForm;
  /** Square root of the share of examples that name each concept: the second one says less. */
  readonly concepts: ReadonlyMap<number, number>;
  /** Share of examples that name each kind of action. */
  readonly actions: ReadonlyMap<number, number>;
  /** True if some examples are in Chinese and others are not. */
  readonly isBilingual: boolean;
}

/** A skill with the texts of its triggers that read an event. */
export interface CandidateSkill extends TextsInCommon {
  readonly skill: string;
  readonly examples: readonly IndexedExample[];
  /** Number of its centroid. */
  readonly number: number;
  /** Fit of its texts with each other, see `Centroids`. */
  readonly ownFit: number;
  /** Topic, as of `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

export function isMeant({ example }: IndexedExample): boolean {
  return !example.isCounterexample;
}

/** Computes the common features of some texts of a skill, without counterexamples. */
export function textsInCommon(meant: readonly MarkedExample[]): TextsInCommon {
  const asking = meant.filter(({ example }) => example.trigger);
  const described = meant.find(({ example }) => !example.trigger);
  const texts = asking.map(({ example }: { readonly example: Example }) => example.text);
  const chinese = texts.filter((text) => HAN.test(text)).length;
  const concepts = new Map<number, number>();
  for (const concept of described?.marks.concepts ?? []) concepts.set(concept, DESCRIBED_SHARE);
  for (const [concept, share] of sharesOf(asking.map(({ marks }) => marks.concepts))) {
    concepts.set(concept, Math.sqrt(share));
  }
  return {
    form: meanForm(texts.map((text) => textForm(text))),
    concepts,
    actions: sharesOf(asking.map(({ marks }) => marks.actions)),
    isBilingual: chinese > 0 && chinese < texts.length,
  };
}

/** Returns the share of lists that have each member. */
function sharesOf(lists: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  for (const list of lists) {
    for (const one of list) shares.set(one, (shares.get(one) ?? 0) + 1 / lists.length);
  }
  return shares;
}
