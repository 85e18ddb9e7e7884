import type { JSX } from "preact";

import type { AnswerOf } from "../../../wire/verbs.js";
import { ask } from "../../data/source.js";
import { hrefOf, route, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { date, dateTime } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { authorOf, recordHref, speakerName } from "./names.js";
import { words } from "./words.js";

type Explanation = NonNullable<AnswerOf<"why">["explanation"]>;

/** Sources of a sentence, in the margin of the book. */
export function Sources({
  scope,
  sentence,
}: {
  readonly scope: readonly string[];
  readonly sentence: string | undefined;
}): JSX.Element {
  const said = words();
  return (
    <aside class="mind-margin" aria-label={said.why} aria-live="polite">
      {sentence === undefined ? (
        <p class="faint">{said.chooseSentence}</p>
      ) : (
        <>
          <div class="row between">
            <h3>{said.why}</h3>
            <Button
              kind="bare"
              aria-label={shared().close}
              onClick={() => setQuery({ sentence: "" })}
            >
              ×
            </Button>
          </div>
          <SourcesOf scope={scope} sentence={sentence} />
        </>
      )}
    </aside>
  );
}

/** Loads and shows why a sentence stands in a document. */
export function SourcesOf({
  scope,
  sentence,
}: {
  readonly scope: readonly string[];
  readonly sentence: string;
}): JSX.Element {
  const asked = { scope, sentence, asOf: route.value.query["at"] };
  const loaded = useLoad((signal) => ask("why", asked, signal), asked);
  return (
    <Show of={loaded} lines={5}>
      {({ explanation }) =>
        explanation ? <Why of={explanation} /> : <p class="faint">{words().gone}</p>
      }
    </Show>
  );
}

function Why({ of }: { readonly of: Explanation }): JSX.Element {
  const said = words();
  const { id, quotes, by, reason, since, until, replaced, run } = of;
  return (
    <div class="stack">
      {quotes.map(({ source, quote, speaker, at }, index) => (
        <figure key={index} class="quote">
          <blockquote class="memory-text">{quote}</blockquote>
          <figcaption class="faint">
            {said.saidBy(speakerName(speaker))} · {dateTime(at)}
            <br />
            <a href={recordHref(source)}>{said.openTurn}</a>
          </figcaption>
        </figure>
      ))}
      {replaced.length > 0 && (
        <section>
          <h3>{said.replaced}</h3>
          {replaced.map((one) => (
            <p key={one.id} class="replaced">
              <s class="memory-text">{one.text}</s>
              <br />
              <a class="faint" href={recordHref(one.id)}>
                {date(one.since)}
                {one.until !== undefined && ` – ${date(one.until)}`}
              </a>
            </p>
          ))}
        </section>
      )}
      <dl class="facts">
        <dt>{said.proposed}</dt>
        <dd>{authorOf(by)}</dd>
        <dt>{said.reason}</dt>
        <dd>{reason}</dd>
        <dt>{said.since}</dt>
        <dd>
          {date(since)}
          {until !== undefined && ` – ${date(until)}`}
        </dd>
      </dl>
      <p class="row">
        <a href={recordHref(id.split("#", 1)[0] ?? id)}>{shared().openRecord}</a>
        {run !== "" && <a href={hrefOf("mind", { query: { view: "runs", run } })}>{said.runs}</a>}
      </p>
    </div>
  );
}
