/** A labelled set, in the format of bench/README.md. */
export interface LabelledSet {
  readonly skills: readonly {
    readonly name: string;
    readonly description: string;
    readonly triggers: readonly (string | { readonly when: string | readonly string[] })[];
  }[];
  readonly utterances: readonly { readonly text: string; readonly expected: readonly string[] }[];
}

/** Some skills of a set, and texts of which some mean none of them. */
export interface Episode {
  readonly skills: readonly {
    readonly name: string;
    readonly description: string;
    readonly when: readonly string[];
  }[];
  readonly texts: LabelledSet["utterances"];
}

/** Rules of drawing an episode. */
export interface Draw {
  readonly skills: number;
  /** Texts that mean none of the skills, for each that means one. */
  readonly strangers: number;
  /** True to draw examples from all texts of a skill, not only from its own examples. */
  readonly pools: boolean;
  readonly random: () => number;
}

/** Examples of a skill that are drawn from a pool. */
const COUNTS = [3, 4, 5, 5, 8, 10] as const;

/** Draws some skills of a set, their examples and texts. */
export function drawEpisode(
  set: LabelledSet,
  { skills: count, strangers, ...draw }: Draw,
): Episode {
  const { random } = draw;
  const size = COUNTS[Math.floor(random() * COUNTS.length)] ?? 5;
  const used = new Set<string>();
  const skills = shuffled(set.skills, random)
    .slice(0, count)
    .map(({ name, description, triggers }) => {
      const own = triggers.flatMap((one) => (typeof one === "string" ? one : one.when));
      const more = set.utterances.filter(({ expected }) => expected.join() === name);
      const pool = shuffled([...own, ...more.map(({ text }) => text)], random).slice(0, size);
      const when = draw.pools ? pool : own;
      for (const text of when) used.add(text);
      return { name, description, when };
    });
  const names = new Set(skills.map(({ name }) => name));
  const texts = set.utterances
    .filter(({ text }) => !used.has(text))
    .map(({ text, expected }) => ({ text, expected: expected.filter((one) => names.has(one)) }));
  const meant = texts.filter(({ expected }) => expected.length > 0);
  const others = shuffled(
    texts.filter(({ expected }) => expected.length === 0),
    random,
  );
  return { skills, texts: [...meant, ...others.slice(0, Math.round(meant.length * strangers))] };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other] as T, all[index] as T];
  }
  return all;
}
