import { MemoryError } from "@kioku/core";
import type { Memory, Scope } from "@kioku/core";
import type { ScopeGrant, SkillPermissions } from "@kioku/core/toolkit";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  record as fields,
  uniqueArray,
} from "fast-check";
import { expect, test } from "vitest";

import { collect } from "../support/collect.js";
import { seenWith } from "./rules.js";
import { openMemory } from "./stores.js";

const ELEMENTS = ["a", "skills", "nav", "other"] as const;
const scope = array(constantFrom(...ELEMENTS), { maxLength: 4 });
const grants = array(fields({ path: scope, reach: constantFrom("here", "below") }), {
  maxLength: 4,
});
const permissions = array(fields({ read: grants, write: grants }), {
  minLength: 1,
  maxLength: 2,
}).map((all) => all.map(({ read, write }) => ({ read: granted(read), write: granted(write) })));

/** Grants that `checkPermissions` takes. */
function granted(given: readonly ScopeGrant[]): readonly ScopeGrant[] {
  return given.filter(({ path }) => path.at(-1) !== "skills");
}

function startsWith(path: Scope, start: Scope): boolean {
  return JSON.stringify(path.slice(0, start.length)) === JSON.stringify(start);
}

/** States the rule of the pages in another way than the code. */
function opens({ path: start, reach = "here" }: ScopeGrant, path: Scope): boolean {
  if (!startsWith(path, start)) return false;
  if (reach === "here" && start.length < path.length) return false;
  // Notes of runtimes are nobody's. Whose corner it is must be in the grant, but for corners that
  // are the skill's own.
  if (path.at(-1) === "skills") return false;
  const rest = path.slice(start.length).join("/");
  return !/(?:^|\/)skills\/(?!nav(?:\/|$))/u.test(rest);
}

function mayDo(access: "read" | "write", all: readonly SkillPermissions[], path: Scope): boolean {
  if (startsWith(path, ["skills", "nav"])) return true;
  return all.every((one) => one[access]?.some((grant) => opens(grant, path)));
}

function mayDoBelow(
  access: "read" | "write",
  all: readonly SkillPermissions[],
  path: Scope,
): boolean {
  if (startsWith(path, ["skills", "nav"])) return true;
  return all.every((one) =>
    one[access]?.some((grant) => grant.reach === "below" && opens(grant, path)),
  );
}

function viewOf(memory: Memory, path: Scope): Memory {
  const [first, ...rest] = path;
  return first === undefined ? memory : memory.scope(first, ...rest);
}

async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (MemoryError.is(error, "not-permitted")) return false;
    throw error;
  }
}

function named(scopes: readonly Scope[]): readonly string[] {
  return scopes.map((path) => JSON.stringify(path)).toSorted();
}

/** Which scopes each of the verbs that reach below tells of. */
async function answersBelow(view: Memory, at: Scope): Promise<unknown> {
  if (!(await isDone(view.scopes()))) return "refused";
  const page = await view.list({ reach: "below", limit: 1_000 });
  const recalled = await view.recall({ query: "word", reach: "below", limit: 1_000 });
  const exported = await collect(view.export());
  const answers: readonly (readonly Scope[])[] = [
    (await view.scopes()).items,
    page.items.map((record) => record.scope),
    recalled.map((record) => record.scope),
    exported.flatMap((line) => (line.type === "record" ? [[...at, ...line.scope]] : [])),
  ];
  return answers.map((answer) => named(answer));
}

test("whatever is granted, a skill reads and writes what the model says and nothing else", async () => {
  const inputs = fields({
    permissions,
    scopes: uniqueArray(scope, { maxLength: 12, selector: (path) => path.join("/") }),
    at: scope,
  });
  await assert(
    asyncProperty(inputs, async ({ permissions: all, scopes, at }) => {
      const memory = openMemory();
      for (const path of scopes)
        await viewOf(memory, path).remember(`word ${JSON.stringify(path)}`);
      const seen = seenWith(memory, all);
      for (const path of [...scopes, at]) {
        const view = viewOf(seen, path);
        expect(await isDone(view.list())).toBe(mayDo("read", all, path));
        expect(await isDone(view.markUsed("none"))).toBe(mayDo("write", all, path));
      }
      const below = viewOf(seen, at);
      const readable = scopes.filter((path) => startsWith(path, at) && mayDo("read", all, path));
      const expected = named(readable);
      const answers = await answersBelow(below, at);
      expect(answers).toEqual(mayDoBelow("read", all, at) ? Array(4).fill(expected) : "refused");
      const isForgotten = mayDoBelow("write", all, at);
      const left = scopes.filter(
        (path) => !isForgotten || !startsWith(path, at) || !mayDo("write", all, path),
      );
      expect(await isDone(below.forget({ everything: true }, { reach: "below" }))).toBe(
        isForgotten,
      );
      expect(named((await memory.scopes({ limit: 1_000 })).items)).toEqual(named(left));
    }),
    { seed: 8, numRuns: 300 },
  );
});
