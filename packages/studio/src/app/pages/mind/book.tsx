import type { JSX } from "preact";

import type { AnswerOf } from "../../../wire/verbs.js";
import { moveFocus } from "../../parts/move-focus.js";
import { Empty } from "../../parts/states.js";
import { blocks as blockNames } from "./names.js";
import { Sentences } from "./sentences.js";
import { words } from "./words.js";

/** A document as a page of a book. Each sentence leads to its sources. */
export function Book({
  document: { blocks },
  of,
}: {
  readonly document: AnswerOf<"document">;
  /** Whom it is about. */
  readonly of: string;
}): JSX.Element {
  const said = words();
  const isSelf = of === "assistant";
  return (
    <article class="book" lang="" onKeyDown={moveFocus}>
      <header>
        <p class="faint">{isSelf ? said.self : said.portraitOf}</p>
        <h2>{{ assistant: said.selfTitle, user: said.userTitle }[of] ?? of}</h2>
      </header>
      {blocks.length === 0 && <Empty title={said.nothing}>{said.nothingHow}</Empty>}
      {blocks.map(({ id, sentences, omitted }) => (
        <section key={id}>
          <h3>{blockNames()[id] ?? id}</h3>
          <Sentences of={sentences} />
          {omitted > 0 && <p class="faint">{said.omitted(omitted)}</p>}
        </section>
      ))}
    </article>
  );
}
