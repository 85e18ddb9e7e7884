import type { JSX } from "preact";

import { hrefOf, route } from "../../frame/router.js";

/** Sentences, one of which the address may name. */
export function Sentences({
  of,
}: {
  readonly of: readonly { readonly id: string; readonly text: string }[];
}): JSX.Element {
  const { page, query } = route.value;
  return (
    <p class="memory-text">
      {of.map(({ id, text }) => {
        const isChosen = id === query["sentence"];
        return (
          <>
            <a
              class="sentence"
              href={hrefOf(page, { query: { ...query, sentence: isChosen ? "" : id } })}
              aria-current={isChosen ? "true" : undefined}
            >
              {text}
            </a>{" "}
          </>
        );
      })}
    </p>
  );
}
