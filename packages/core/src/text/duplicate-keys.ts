import { normalizeForDuplicates } from "./normalize.js";

/** Longer texts are compared by their ends before they are compared as a whole. */
const LONG = 4_096;
/** Units of each end that are read, and of these, units that are compared. */
const READ = 1_024;
const COMPARED = 256;

/** Makes a key for each text, equal for those that say the same. Compares long ones by ends. */
export function duplicateKeys(texts: readonly string[]): readonly string[] {
  if (texts.every((text) => text.length <= LONG)) return texts.map(normalizeForDuplicates);
  const wholes = texts.map((text) => (hasEnds(text) ? undefined : normalizeForDuplicates(text)));
  const ends = texts.map((text, index) => endsOf(wholes[index] ?? text).join("\0"));
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return texts.map((text, index) => {
    const whole = wholes[index];
    const end = ends[index] ?? "";
    if (whole === undefined && counts.get(end) === 1) return `ends ${end}`;
    return `text ${whole ?? normalizeForDuplicates(text)}`;
  });
}

/** Tests for a long text whose ends are more than space. */
function hasEnds(text: string): boolean {
  return text.length > LONG && endsOf(text).every((end) => end.length === COMPARED);
}

function endsOf(text: string): readonly [first: string, last: string] {
  const first = normalizeForDuplicates(text.slice(0, READ)).slice(0, COMPARED);
  const last = normalizeForDuplicates(text.slice(-READ)).slice(-COMPARED);
  return [first, last];
}
