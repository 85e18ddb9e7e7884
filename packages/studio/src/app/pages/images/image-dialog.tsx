import type { JSX } from "preact";

import type { ImageRow } from "../../../wire/images.js";
import { ask } from "../../data/source.js";
import { setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { hrefOfMemory } from "../../parts/memory-link.js";
import { moveFocus } from "../../parts/move-focus.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { dateTime } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { Picture } from "./picture.js";
import { words } from "./words.js";

/** An image, large, with those before and after it and those that are like it. */
export function ImageDialog({
  id,
  all,
}: {
  readonly id: string;
  readonly all: readonly ImageRow[];
}): JSX.Element | null {
  const said = words();
  const inTime = all.toSorted((a, b) => a.at.localeCompare(b.at));
  const place = inTime.findIndex((one) => one.id === id);
  const image = inTime[place];
  if (image === undefined) return null;
  const step = (by: number, text: string): JSX.Element => {
    const to = inTime[place + by];
    return (
      <Button kind="bare" disabled={!to} onClick={() => setQuery({ image: to?.id ?? id })}>
        {text}
      </Button>
    );
  };
  return (
    <Dialog title={image.caption ?? said.waits} onClose={() => setQuery({ image: "" })}>
      <Picture key={id} image={image} />
      <div class="row between">
        {step(-1, `← ${said.previous}`)}
        <span class="faint">
          {dateTime(image.at)} · {image.source}
        </span>
        {step(1, `${said.next} →`)}
      </div>
      <Similar image={image} />
      <footer>
        <a class="button bare" href={hrefOfMemory(id, image.scope)}>
          {shared().openRecord}
        </a>
        <Button onClick={() => setQuery({ image: "" })}>{shared().close}</Button>
      </footer>
    </Dialog>
  );
}

function Similar({ image: { id, scope } }: { readonly image: ImageRow }): JSX.Element {
  const said = words();
  const asked = { id, scope };
  const similar = useLoad((signal) => ask("similarImages", asked, signal), asked);
  return (
    <Show of={similar} lines={2}>
      {({ images, isByLook }) =>
        images.length > 0 && (
          <section>
            <h3>{isByLook ? said.similar : said.similarWords}</h3>
            <ul class="image-grid" onKeyDown={moveFocus}>
              {images.slice(0, 4).map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    class="image"
                    aria-label={one.caption ?? said.waits}
                    onClick={() => setQuery({ image: one.id, words: "" })}
                  >
                    <Picture image={one} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Show>
  );
}
