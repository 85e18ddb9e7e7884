import type { PlacedExample } from "./gather-fits.js";
import type { Example } from "./skill-vectors.js";
import { meanChance } from "./surroundings.js";
import type { Chance } from "./surroundings.js";
import { meanForm, textForm } from "./text-form.js";
import type { TextForm } from "./text-form.js";

/** What a concept counts that only the description names. */
const DESCRIBED_SHARE = 0.35;

/**
 * What the description of a skill and the examples of some of its triggers have in common;
 * counterexamples say nothing of it.
 */
export interface TextsInCommon {
  /** Means of what is to be expected of them by chance. */
  readonly centerChance: Pick<Chance, "mean" | "deviation">;
  /** How the examples say what they say. */
  readonly form: TextForm;
  /**
   * In which share of the examples each concept is, as a square root: the second example that names
   * it says less than the first.
   */
  readonly shares: ReadonlyMap<number, number>;
}

/** The same with what is kept in rows. */
export interface PlacedTexts extends TextsInCommon {
  /** Row of what they are about. */
  readonly profileRow: number;
  /** Row of their mean; its dot product with a text is the mean of their cosines. */
  readonly centerRow: number;
}

/** A skill by what it says to an event. */
export interface HeardSkill extends PlacedTexts {
  /** Name of the skill. */
  readonly skill: string;
  /** What a text is compared with. */
  readonly examples: readonly PlacedExample[];
}

/** Those that are not counterexamples. */
export function meantOf(examples: readonly Example[]): readonly Example[] {
  return examples.filter(({ isCounterexample }) => !isCounterexample);
}

/** Works out what some texts of a skill have in common. */
export function textsInCommon(examples: readonly Example[]): TextsInCommon {
  const meant = meantOf(examples);
  const asking = meant.filter(({ trigger }) => trigger);
  const described = meant.find(({ trigger }) => !trigger);
  return {
    centerChance: meanChance(meant.map(({ chance }) => chance)),
    form: meanForm(asking.map(({ text }) => textForm(text))),
    shares: sharesOf(
      asking.map(({ concepts }) => concepts),
      described?.concepts ?? [],
    ),
  };
}

function sharesOf(
  named: readonly (readonly number[])[],
  described: readonly number[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const concepts of named) {
    for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1);
  }
  const shares = new Map<number, number>();
  for (const concept of described) shares.set(concept, DESCRIBED_SHARE);
  for (const [concept, count] of counts) shares.set(concept, Math.sqrt(count / named.length));
  return shares;
}
