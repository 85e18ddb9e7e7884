import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { hrefOf, route, setQuery } from "../../frame/router.js";
import { DaySlider } from "../../parts/day-slider.js";
import { endOf } from "../../parts/end-of.js";
import { ScopeSelect } from "../../parts/scope-select.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { Book } from "./book.js";
import { speakerName } from "./names.js";
import { Sources } from "./sources.js";
import { words } from "./words.js";

/** Documents: whom they are about, the one that is chosen as a page of a book, and its sources. */
export function DocumentsView({ scope }: { readonly scope: readonly string[] }): JSX.Element {
  const said = words();
  const names = useLoad((signal) => ask("documents", { scope }, signal), scope);
  const { at = "", sentence, of = names.data?.people[0] ?? "user" } = route.value.query;
  const asked = { scope, of, asOf: endOf(at) };
  const document = useLoad((signal) => ask("document", asked, signal), asked);
  return (
    <div class={sentence === undefined ? "mind-desk" : "mind-desk open"}>
      <Show of={names} lines={4}>
        {({ people, since }) => (
          <div class="mind-index">
            <ScopeSelect />
            {since !== undefined && (
              <DaySlider from={since} day={at} onChange={(day) => setQuery({ at: day })} />
            )}
            <nav class="mind-contents" aria-label={said.people}>
              {[...people, "assistant"].map((one) => (
                <a
                  key={one}
                  href={hrefOf("mind", { query: { of: one, at } })}
                  aria-current={one === of ? "true" : undefined}
                >
                  {one === "assistant" ? said.self : speakerName(one)}
                </a>
              ))}
            </nav>
          </div>
        )}
      </Show>
      <div class="mind-book">
        <Show of={document} lines={12}>
          {(data) => <Book document={data} of={of} />}
        </Show>
      </div>
      <Sources scope={scope} sentence={sentence} />
    </div>
  );
}
