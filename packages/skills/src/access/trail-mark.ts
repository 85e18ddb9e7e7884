import { MemoryError } from "@kioku/core";
import type { Revision } from "@kioku/core";

/** As long as core takes a `cause`, in UTF-16 units. */
export const MAX_CAUSE_LENGTH = 512;
const MARK = /^skills\[([^[\]]+)\](?: |$)/u;

/** Who writes, and what led there. */
export interface Authorship {
  /** Name of the skill that writes. */
  readonly skill: string;
  /** Skills that led there, oldest first. */
  readonly trail: readonly string[];
}

/**
 * The cause of a write with the skills that led to it before the skill's own words:
 * `skills[journal>nav] tidied up`. The mark is always the first thing and there is always one, so
 * whatever the skill's own cause looks like, it is not taken for the mark. Own words that do not
 * fit are cut.
 * @throws `limit-exceeded` for a trail that does not fit.
 */
export function markCause({ skill, trail }: Authorship, cause?: string): string {
  const mark = `skills[${[...new Set(trail.filter((name) => name !== skill)), skill].join(">")}]`;
  if (mark.length > MAX_CAUSE_LENGTH) {
    const limit = `at most ${MAX_CAUSE_LENGTH} characters`;
    throw new MemoryError(
      "limit-exceeded",
      `the names of the skills that led to this write have ${mark.length} characters, and ${limit} can be kept with it`,
    );
  }
  const room = MAX_CAUSE_LENGTH - mark.length - 1;
  if (cause === undefined || room <= 0) return mark;
  const words = cause.length <= room ? cause : cutAt(cause, room);
  return `${mark} ${words}`.trimEnd();
}

/**
 * The skills that led to a version, oldest first, the one that wrote it last; empty if no skill
 * wrote it.
 */
export function trailOf({
  actor,
  cause = "",
}: Pick<Revision, "actor" | "cause">): readonly string[] {
  const names = MARK.exec(cause)?.[1]?.split(">") ?? [];
  return names.at(-1) === actor ? names : [];
}

/** The words of a cause that may have a mark before them; `undefined` if there are none. */
export function unmarked(cause: string | undefined): string | undefined {
  const words = cause?.replace(MARK, "");
  return words === "" ? undefined : words;
}

/** Does not cut a character in two. */
function cutAt(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
