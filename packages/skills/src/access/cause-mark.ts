import { MemoryError, type Revision } from "@kioku/core";

/** Longest `cause` that core takes, in UTF-16 units. */
export const MAX_CAUSE_LENGTH = 512;
const MARK = /^skills\[([^[\]]+)\](?: |$)/u;

/** The writer of a version and its causes. */
export interface Authorship {
  readonly skill: string;
  readonly causePath: readonly string[];
}

/**
 * Writes the skills that led to a write before the skill's own words, as in `skills[a>b] tidied`.
 * The mark always comes first, so own words are never taken for it. Words that do not fit are cut.
 * @throws `limit-exceeded` for a cause path that does not fit.
 */
export function markCause({ skill, causePath }: Authorship, cause?: string): string {
  const mark = `skills[${[...new Set(causePath.filter((name) => name !== skill)), skill].join(">")}]`;
  if (mark.length > MAX_CAUSE_LENGTH) {
    throw new MemoryError(
      "limit-exceeded",
      `cause path of the write has ${mark.length} characters, at most ${MAX_CAUSE_LENGTH} can be kept`,
    );
  }
  const room = MAX_CAUSE_LENGTH - mark.length - 1;
  if (cause === undefined || room <= 0) return mark;
  const words = cause.length <= room ? cause : cutAt(cause, room);
  return `${mark} ${words}`.trimEnd();
}

/** Returns the skills that led to a version, its writer last; empty if no skill wrote it. */
export function causePathOf({
  actor,
  cause = "",
}: Pick<Revision, "actor" | "cause">): readonly string[] {
  const names = MARK.exec(cause)?.[1]?.split(">") ?? [];
  return names.at(-1) === actor ? names : [];
}

/** Returns the words of a cause without a mark. */
export function unmarked(cause: string | undefined): string | undefined {
  const words = cause?.replace(MARK, "");
  return words === "" ? undefined : words;
}

function cutAt(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
