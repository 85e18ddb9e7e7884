import type { SkillCall } from "./skill-calls.js";

/** Shorter texts are too common to be looked for inside of others, in UTF-16 code units. */
const MIN_TELLING_LENGTH = 6;

/** What a call brought about: its answer and what it left, as texts. */
interface Told {
  /** Beside other calls. */
  readonly found: readonly string[];
  /** With nobody else. */
  readonly alone: readonly string[];
}

/**
 * Texts that were given to other calls only, and are told here. What the call says alone as well
 * comes from nobody else.
 */
export function strayTexts(
  call: SkillCall,
  calls: readonly SkillCall[],
  { found, alone }: Told,
): readonly string[] {
  const others = new Set(calls.flatMap(({ texts }) => texts));
  return [...others].filter(
    (text) =>
      !call.texts.some((own) => own.includes(text)) && tells(found, text) && !tells(alone, text),
  );
}

function tells(told: readonly string[], text: string): boolean {
  const isTelling = text.length >= MIN_TELLING_LENGTH;
  return told.some((one) => one === text || (isTelling && one.includes(text)));
}
