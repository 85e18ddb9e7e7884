import stringWidth from "fast-string-width";

import type { Call } from "../command/call.js";
import { oneLine } from "../show/text-lines.js";
import type { SCOPES_FLAGS } from "../table/care-commands.js";
import { type CountedScope, countScopes } from "./scopes/count-scopes.js";

/** Scopes of a call without `--limit`. */
const LIMIT = 100;

/** Runs `scopes`. */
export async function run(call: Call<typeof SCOPES_FLAGS>): Promise<void> {
  const { print } = call;
  const { memory } = await call.open();
  const limit = call.flags.limit ?? LIMIT;
  const scopes = await readScopes(call, limit);
  const there = limit === 0 ? scopes : scopes.slice(0, limit);
  if (!print.isJson && there.length > 0) {
    await print.raw(`${linesOf(there, memory.scopePath, print).join("\n")}\n`);
  }
  if (there.length === 0) await print.note("There are no memories yet.");
  if (there.length < scopes.length) {
    await print.note(`There are more than ${limit} scopes; --limit 0 shows all.`);
  }
}

/** Returns the scopes, one more than shown if there are more; prints those for programs. */
async function readScopes(
  { print, signal, open }: Call<typeof SCOPES_FLAGS>,
  limit: number,
): Promise<readonly CountedScope[]> {
  const { memory } = await open();
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const scopes: CountedScope[] = [];
  const progress = print.progress("Counting");
  for await (const one of countScopes(memory, { limit: most + 1, signal })) {
    const { scope, memories = null } = one;
    if (print.isJson && scopes.length < most) await print.item({ scope, memories }, () => []);
    scopes.push(one);
    progress(scopes.length);
  }
  return scopes;
}

function linesOf(
  scopes: readonly CountedScope[],
  top: readonly string[],
  { columns, style }: Call["print"],
): readonly string[] {
  const own = scopes.find(({ scope }) => scope.length === top.length);
  const name = top.length === 0 ? "/" : oneLine(top.join("/"));
  const lines = [{ guides: "", name, own }, ...treeOf(scopes, top.length)].map((line) => {
    const { memories = "?" } = line.own ?? {};
    return { ...line, count: line.own === undefined ? "" : memories.toLocaleString("en") };
  });
  const counts = Math.max(...lines.map(({ count }) => count.length));
  const widest = Math.max(...lines.map((line) => stringWidth(line.guides + line.name)));
  const width = Math.min(widest, columns - counts - 2);
  return lines.map((line) => {
    const label = line.own === undefined ? style.faint(line.name) : style.strong(line.name);
    const gap = Math.max(width - stringWidth(line.guides + line.name), 0) + 2;
    const count = `${" ".repeat(gap)}${line.count.padStart(counts)}`;
    return `${style.faint(line.guides)}${label}${count}`.trimEnd();
  });
}

/** A scope of the tree; without a count if it only leads to others. */
interface Branch {
  readonly children: Map<string, Branch>;
  own: CountedScope | undefined;
}

interface TreeLine {
  readonly guides: string;
  readonly name: string;
  /** Absent if it holds no memories itself. */
  readonly own: CountedScope | undefined;
}

/** Returns the lines of a tree of scopes, below the one that is `depth` elements deep. */
function treeOf(scopes: readonly CountedScope[], depth: number): readonly TreeLine[] {
  const root: Branch = { children: new Map(), own: undefined };
  for (const one of scopes) {
    let branch = root;
    for (const element of one.scope.slice(depth)) {
      const next = branch.children.get(element) ?? { children: new Map(), own: undefined };
      branch.children.set(element, next);
      branch = next;
    }
    branch.own = one;
  }
  return branchLines(root, "");
}

function branchLines({ children }: Branch, guides: string): readonly TreeLine[] {
  const last = children.size - 1;
  return [...children].flatMap(([name, branch], index) => [
    { guides: `${guides}${index === last ? "└─ " : "├─ "}`, name: oneLine(name), own: branch.own },
    ...branchLines(branch, `${guides}${index === last ? "   " : "│  "}`),
  ]);
}
