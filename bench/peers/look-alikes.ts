import type { SystemProcess } from "./system-process.ts";

/** Pairs of users that a careless comparison takes for one another. */
export interface LookAlikeReport {
  readonly pairs: number;
  /** Pairs of which one was told, or sees in a search or a list, what is the other's. */
  readonly mixedUp: readonly string[];
  /** Pairs with a name that the system does not take. */
  readonly refused: readonly string[];
}

const PAIRS = [
  ["users/1", "users/10"],
  ["1", "10"],
  ["1", "01"],
  ["1", "1.0"],
  ["ann", "Ann"],
  ["ann", "ann "],
  ["ann", "anna"],
  ["a_b", "axb"],
  ["a%", "abc"],
  ["a*", "abc"],
  ["a", "a/b"],
  ["a", "a:b"],
  ["a", "a.b"],
  ["b' or '1'='1", "b"],
  ["josé", "jose\u0301"],
] as const;
const QUESTION = "What is the secret word?";

/** Writes a memory of either user of each pair, and looks whether the other one sees it. */
export async function measureLookAlikes(system: SystemProcess): Promise<LookAlikeReport> {
  const mixedUp: string[] = [];
  const refused: string[] = [];
  for (const [place, pair] of PAIRS.entries()) {
    const failed: string[] = [];
    for (const user of pair) {
      // An id of its own, which says whose it is, in every pair.
      const records = [{ id: `${place}:${user}`, text: `The secret word of ${user} is ${place}` }];
      failed.push(...(await system.ask({ verb: "add", user, records })).failed);
    }
    const name = pair.map((user) => JSON.stringify(user)).join(" and ");
    if (failed.length > 0) {
      refused.push(name);
      continue;
    }
    if (await seesOther(system, place, pair)) mixedUp.push(name);
  }
  return { pairs: PAIRS.length, mixedUp, refused };
}

async function seesOther(
  system: SystemProcess,
  place: number,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  for (const [user, stranger] of [
    [one, other],
    [other, one],
  ] as const) {
    const searched = await system.ask({ verb: "search", user, questions: [QUESTION] });
    const listed = await system.ask({ verb: "kept", user });
    const seen = [...searched.found, ...listed.found].flat();
    if (seen.includes(`${place}:${stranger}`)) return true;
  }
  return false;
}
