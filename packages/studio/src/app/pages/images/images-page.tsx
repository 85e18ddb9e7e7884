import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { about } from "../../frame/about.js";
import { route, scopeOf, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/card.js";
import { moveFocus } from "../../parts/move-focus.js";
import { ScopeSelect } from "../../parts/scope-select.js";
import { Empty, Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { date } from "../../words/format.js";
import { ImageDialog } from "./image-dialog.js";
import { Picture } from "./picture.js";
import { words } from "./words.js";

const STEP = 60;
const MOST = 1000;

/** What was seen: a grid of images, which words may narrow, each of which opens large. */
export function ImagesPage(): JSX.Element {
  const said = words();
  const { words: text, image, most = STEP } = route.value.query;
  const limit = Number(most);
  const asked = { scope: scopeOf(route.value), words: text, limit };
  const loaded = useLoad((signal) => ask("images", asked, signal), asked);
  return (
    <Page title={said.title} lead={said.lead}>
      <div class="image-search">
        <label class="field">
          {said.search}
          <input
            class="input"
            type="search"
            maxLength={1000}
            value={text ?? ""}
            placeholder={said.example}
            onChange={({ currentTarget }) =>
              setQuery({ most: "", words: currentTarget.value.trim() })
            }
          />
        </label>
        <ScopeSelect />
      </div>
      {about.value?.hasImages === false && <p class="notice">{said.noFiles}</p>}
      <Show of={loaded} lines={8}>
        {({ images }) => (
          <>
            {images.length === 0 &&
              (text === undefined ? (
                <Empty title={said.empty}>{said.emptyHow}</Empty>
              ) : (
                <Empty title={said.noneFound}>{said.noneFoundHow}</Empty>
              ))}
            <ul class="image-grid" onKeyDown={moveFocus}>
              {images.map((one) => (
                <li key={one.id}>
                  <button type="button" class="image" onClick={() => setQuery({ image: one.id })}>
                    <Picture image={one} />
                    <span class="memory-text">{one.caption ?? said.waits}</span>
                    <span class="faint">
                      {date(one.at)} · {one.source}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {images.length === limit && limit < MOST && (
              <p>
                <Button onClick={() => setQuery({ most: String(Math.min(MOST, limit + STEP)) })}>
                  {said.more}
                </Button>
              </p>
            )}
            {image !== undefined && <ImageDialog id={image} all={images} />}
          </>
        )}
      </Show>
    </Page>
  );
}
