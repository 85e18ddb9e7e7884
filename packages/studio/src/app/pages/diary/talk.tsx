import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { dateTime } from "../../words/format.js";
import { recordHref, speakerName } from "../mind/names.js";
import { words } from "./words.js";

/** Raw turns of a talk in order, with speaker and time. */
export function Talk({
  scope,
  ids,
}: {
  readonly scope: readonly string[];
  readonly ids: readonly string[];
}): JSX.Element {
  const said = words();
  const asked = { scope, ids: ids.slice(0, 500) };
  const talk = useLoad((signal) => ask("turns", asked, signal), asked);
  return (
    <section class="talk" aria-label={said.talk}>
      <Show of={talk} lines={3}>
        {({ turns }) => (
          <>
            <ol>
              {turns.map(({ id, speaker, isAssistant, at, text }) => (
                <li key={id} class={isAssistant ? "turn assistant" : "turn"}>
                  <p class="faint">
                    {speakerName(speaker)} · <a href={recordHref(id)}>{dateTime(at)}</a>
                  </p>
                  <p class="memory-text">{text}</p>
                </li>
              ))}
            </ol>
            {turns.length < asked.ids.length && (
              <p class="faint">{said.gone(asked.ids.length - turns.length)}</p>
            )}
          </>
        )}
      </Show>
    </section>
  );
}
