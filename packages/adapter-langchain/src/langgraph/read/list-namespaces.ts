import type { Memory, Page, Scope } from "@kioku/core";

import { matches } from "../operation/check-conditions.js";
import { viewOf } from "../operation/check-namespace.js";
import type { ListNamespaces } from "../operation/operation.js";
import { hasItem } from "./search-items.js";

/** Scopes that are looked into at once. */
const AT_ONCE = 16;
const PAGE = 1_000;

/**
 * The namespaces that have items, as `memory.scopes()` orders them, cut to the depth asked for and
 * each once. Scopes without an item, such as those that were emptied or that others write to, are
 * none. Looks only as far as the page needs.
 */
export async function listNamespaces(
  memory: Memory,
  { conditions, maxDepth, limit, offset }: ListNamespaces,
): Promise<string[][]> {
  const end = offset + limit;
  const found = new Map<string, string[]>();
  const cut = (namespace: readonly string[]): string[] => namespace.slice(0, maxDepth);
  const start = viewOf(memory, literalPrefix(conditions));
  let waiting: (readonly string[])[] = [];
  const look = async (): Promise<void> => {
    const unknown = waiting.filter((namespace) => !found.has(JSON.stringify(cut(namespace))));
    const areThere = await Promise.all(unknown.map((one) => hasItem(viewOf(memory, one))));
    for (const [index, namespace] of unknown.entries()) {
      if (areThere[index]) found.set(JSON.stringify(cut(namespace)), cut(namespace));
    }
    waiting = [];
  };
  for await (const scope of scopesOf(start)) {
    if (found.size >= end) break;
    const namespace = scope.slice(memory.scopePath.length);
    if (!conditions.every((condition) => matches(condition, namespace))) continue;
    waiting.push(namespace);
    if (waiting.length >= AT_ONCE) await look();
  }
  await look();
  return [...found.values()].slice(offset, end);
}

async function* scopesOf(view: Memory): AsyncGenerator<Scope> {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined;) {
    const page: Page<Scope> = await view.scopes({ limit: PAGE, cursor });
    yield* page.items;
    ({ cursor } = page);
    isFirst = false;
  }
}

/** The longest path that every namespace sought starts with. */
function literalPrefix(conditions: ListNamespaces["conditions"]): readonly string[] {
  const prefixes = conditions
    .filter(({ matchType }) => matchType === "prefix")
    .map(({ path }) => (path.includes("*") ? path.slice(0, path.indexOf("*")) : path));
  return prefixes.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
}
