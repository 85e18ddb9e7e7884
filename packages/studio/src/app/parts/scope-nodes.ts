/** Scope in a tree. */
export interface ScopeNode {
  /** Its last element. */
  readonly name: string;
  /** All its elements. */
  readonly scope: readonly string[];
  /** Scopes just below it, by name. */
  readonly children: readonly ScopeNode[];
}

/** Returns scopes as a tree under the empty one; those between are in it, too. */
export function scopeTree(scopes: readonly (readonly string[])[]): ScopeNode {
  return nodeOf([], scopes);
}

function nodeOf(scope: readonly string[], below: readonly (readonly string[])[]): ScopeNode {
  const depth = scope.length;
  const groups = Map.groupBy(
    below.filter((one) => one.length > depth),
    (one) => one[depth] ?? "",
  );
  const names = [...groups.keys()].toSorted((a, b) => a.localeCompare(b));
  return {
    name: scope.at(-1) ?? "",
    scope,
    children: names.map((name) => nodeOf([...scope, name], groups.get(name) ?? [])),
  };
}

/** Returns the nodes that are seen, in their order, with their depth. */
export function seenNodes(
  node: ScopeNode,
  isOpen: (node: ScopeNode) => boolean,
): readonly ScopeNode[] {
  return [node, ...(isOpen(node) ? node.children.flatMap((one) => seenNodes(one, isOpen)) : [])];
}
