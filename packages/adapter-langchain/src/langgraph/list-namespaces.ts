import type { Memory } from "@kioku/core";
import { checkObject, checkOneOf, invalidInput } from "@kioku/core/toolkit";
import type { MatchCondition } from "@langchain/langgraph-checkpoint";

import { checkView, viewOf } from "./namespace.js";
import type { ListNamespaces } from "./operation.js";
import { hasItem, itemsOf } from "./search-items.js";

const AT_ONCE = 16;
const PAGE = 1_000;

/** Lists namespaces with items, in the order of `memory.scopes()`, each once, cut to `maxDepth`. */
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
  for await (const scope of itemsOf((cursor) => start.scopes({ limit: PAGE, cursor }))) {
    if (found.size >= end) break;
    const namespace = scope.slice(memory.scopePath.length);
    if (!conditions.every((condition) => matches(condition, namespace))) continue;
    waiting.push(namespace);
    if (waiting.length >= AT_ONCE) await look();
  }
  await look();
  return [...found.values()].slice(offset, end);
}

/** Returns the longest literal prefix of the conditions. */
function literalPrefix(conditions: ListNamespaces["conditions"]): readonly string[] {
  const prefixes = conditions
    .filter(({ matchType }) => matchType === "prefix")
    .map(({ path }) => (path.includes("*") ? path.slice(0, path.indexOf("*")) : path));
  return prefixes.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
}

/** Checks conditions on namespaces; `undefined` and `null` mean none. */
export function checkConditions(
  value: unknown,
  name: string,
  memory: Memory,
): readonly MatchCondition[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidInput(name, "a list of conditions", value);
  return Array.from(value, (condition: unknown, index) => {
    checkObject(condition, `${name}[${index}]`);
    const { matchType, path } = condition as Readonly<Record<string, unknown>>;
    const { scopePath } = checkView(path, `${name}[${index}].path`, memory);
    return {
      matchType: checkOneOf(matchType, `${name}[${index}].matchType`, ["prefix", "suffix"]),
      path: scopePath.slice(memory.scopePath.length),
    };
  });
}

/** Returns true if a namespace meets a condition; `*` matches any one label. */
function matches({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  const start = matchType === "prefix" ? 0 : namespace.length - path.length;
  if (path.length > namespace.length) return false;
  return path.every((label, index) => label === "*" || label === namespace[start + index]);
}
