import type { ComponentChildren, JSX } from "preact";

import { hrefOf, scopeToQuery } from "../frame/router.js";
import { memoryWords } from "../words/memory-words.js";

/** Returns the address of a memory. */
export function hrefOfMemory(id: string, scope: readonly string[]): string {
  return hrefOf("record", { path: [id], query: { in: scopeToQuery(scope) } });
}

/** Text of a memory, which leads to its page. */
export function MemoryLink({
  row,
  children,
}: {
  readonly row: {
    readonly id: string;
    readonly scope: readonly string[];
    readonly text: string;
  };
  /** Stands below the text. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="memory-link">
      <a class="memory-text" href={hrefOfMemory(row.id, row.scope)}>
        {row.text.trim() === "" ? memoryWords().noText : row.text}
      </a>
      {children !== undefined && <div class="faint">{children}</div>}
    </div>
  );
}
