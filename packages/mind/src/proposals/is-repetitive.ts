const TOKENS = /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}])+/gu;
const MAX_TOKENS = 5_000;
/** Longest run of words that is looked for again and again. */
const MAX_RUN = 12;
/** Times that a run of one word, of two and of more stands one after the other. */
const TIMES = [10, 6, 4] as const;
/** Times that a line stands in a text, and the share of its lines. */
const LEAST_LINES = 5;
const LINE_SHARE = 0.5;

/** Tests if a text says the same words or lines over and over. Linear in the length. */
export function isRepetitive(text: string): boolean {
  const tokens = (text.toLowerCase().match(TOKENS) ?? []).slice(0, MAX_TOKENS);
  for (let run = 1; run <= MAX_RUN; run += 1) {
    if (repeatsRun(tokens, run)) return true;
  }
  return repeatsLines(text.split("\n", MAX_TOKENS));
}

function repeatsRun(tokens: readonly string[], run: number): boolean {
  const times = TIMES[Math.min(run, TIMES.length) - 1] ?? TIMES[2];
  let same = 0;
  for (let index = run; index < tokens.length; index += 1) {
    same = tokens[index] === tokens[index - run] ? same + 1 : 0;
    if (same >= run * (times - 1)) return true;
  }
  return false;
}

/** Tests if most lines are the same. */
export function repeatsLines(all: readonly string[]): boolean {
  const lines = all.map((line) => line.trim()).filter((line) => line.length > 3);
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most >= LEAST_LINES && most >= LINE_SHARE * lines.length;
}
