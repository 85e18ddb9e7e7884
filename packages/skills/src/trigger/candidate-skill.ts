import type { IndexedExample } from "./gather-fits.js";
import type { Example } from "./load-vectors.js";
import { meanChance, type Chance } from "./surroundings.js";
import { meanForm, textForm, type TextForm } from "./text-form.js";

/** Weight of a concept that only the description names. */
const DESCRIBED_SHARE = 0.35;

/** Common features of the description and the examples of some triggers. */
interface TextsInCommon {
  /** Means of their fits by chance. */
  readonly centerChance: Pick<Chance, "mean" | "deviation">;
  readonly form: TextForm;
  /** Square root of the share of examples that name each concept: the second one says less. */
  readonly shares: ReadonlyMap<number, number>;
}

/** The same, with the rows of their vectors. */
export interface IndexedTexts extends TextsInCommon {
  /** Row of the topic profile. */
  readonly profileRow: number;
  /** Row of the mean vector; its dot product with a text is the mean of their cosines. */
  readonly centerRow: number;
}

export interface CandidateSkill extends IndexedTexts {
  readonly skill: string;
  readonly examples: readonly IndexedExample[];
}

export function meantOf(examples: readonly Example[]): readonly Example[] {
  return examples.filter(({ isCounterexample }) => !isCounterexample);
}

/** Computes the common features of some texts of a skill. */
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
