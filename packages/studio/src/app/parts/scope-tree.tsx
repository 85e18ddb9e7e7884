import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";

import { scopeToQuery } from "../frame/router.js";
import { shared } from "../words/shared.js";
import { type ScopeNode, scopeTree, seenNodes } from "./scope-nodes.js";

/** Scopes as a tree: arrow keys move in it, right and left open and close, Enter chooses. */
export function ScopeTree({
  scopes,
  value,
  onChange,
}: {
  readonly scopes: readonly (readonly string[])[];
  readonly value: readonly string[];
  readonly onChange: (scope: readonly string[]) => void;
}): JSX.Element {
  const root = scopeTree(scopes);
  const chosen = scopeToQuery(value);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState(chosen);
  const list = useRef<HTMLUListElement>(null);
  // The way to the chosen scope is open at first, and the first level.
  const isOpen = ({ scope, children }: ScopeNode): boolean => {
    const isOnWay =
      scope.every((one, index) => value[index] === one) && scope.length < value.length;
    const isFirst = scope.length === 0 || isOnWay;
    return children.length > 0 && (opened.get(scopeToQuery(scope)) ?? isFirst);
  };
  const toggle = (node: ScopeNode): void => {
    setOpened((before) => new Map([...before, [scopeToQuery(node.scope), !isOpen(node)]]));
  };
  const nodes = seenNodes(root, isOpen);
  const place = Math.max(
    nodes.findIndex(({ scope }) => scopeToQuery(scope) === focused),
    0,
  );
  const move = (index: number): void => {
    const node = nodes[Math.min(Math.max(index, 0), nodes.length - 1)];
    if (node === undefined) return;
    setFocused(scopeToQuery(node.scope));
    const items = list.current?.querySelectorAll<HTMLElement>("[role=treeitem]");
    items?.[nodes.indexOf(node)]?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const node = nodes[place];
    if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { scope, children } = node;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(place + 1),
      ArrowUp: () => move(place - 1),
      Home: () => move(0),
      End: () => move(nodes.length - 1),
      Enter: () => onChange(scope),
      " ": () => onChange(scope),
      ArrowRight: () => {
        if (children.length > 0 && !isOpen(node)) toggle(node);
        else if (children.length > 0) move(place + 1);
      },
      ArrowLeft: () => {
        if (isOpen(node)) toggle(node);
        else move(nodes.findLastIndex((one, at) => at < place && one.scope.length < scope.length));
      },
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  return (
    <ul class="tree" role="tree" aria-label={shared().scope} ref={list} onKeyDown={onKey}>
      {nodes.map((node, index) => {
        const id = scopeToQuery(node.scope);
        return (
          <li
            key={id}
            role="treeitem"
            aria-level={node.scope.length + 1}
            aria-selected={id === chosen}
            aria-expanded={node.children.length > 0 ? isOpen(node) : undefined}
            tabIndex={index === place ? 0 : -1}
            style={{ paddingInlineStart: `${8 + node.scope.length * 14}px` }}
            onFocus={() => setFocused(id)}
            onClick={() => onChange(node.scope)}
          >
            <span
              class={node.children.length > 0 ? "twig" : "twig leaf"}
              aria-hidden="true"
              onClick={(event) => {
                if (node.children.length === 0) return;
                event.stopPropagation();
                toggle(node);
              }}
            />
            <span>{node.scope.length === 0 ? shared().wholeMemory : node.name}</span>
          </li>
        );
      })}
    </ul>
  );
}
