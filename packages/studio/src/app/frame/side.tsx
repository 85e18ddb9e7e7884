import type { JSX } from "preact";

import { PAGES } from "../pages/page-table.js";
import { Button } from "../parts/button.js";
import { about } from "./about.js";
import { LanguageChoice, ThemeChoice } from "./choices.js";
import { hrefOf, route } from "./router.js";
import { Seal } from "./seal.js";
import { frameWords } from "./words.js";

/** Name and pages of the studio, and how it looks. */
export function Side({
  isOpen,
  showHelp,
}: {
  readonly isOpen: boolean;
  readonly showHelp: () => void;
}): JSX.Element {
  const words = frameWords();
  return (
    <div class={isOpen ? "side open" : "side"}>
      <Brand />
      <nav class="nav" aria-label={words.pages}>
        {PAGES.map(({ group, pages }) => (
          <div key={group}>
            <h2>{words[group]}</h2>
            {pages.map(({ name, icon }) => (
              <a
                key={name}
                href={hrefOf(name)}
                aria-current={route.value.page === name ? "page" : undefined}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={icon} />
                </svg>
                {words[name]}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div class="foot">
        {about.value && (
          <p class="faint">{about.value.canWrite ? words.canWrite : words.readOnly}</p>
        )}
        <ThemeChoice />
        <div class="row">
          <LanguageChoice />
          <Button kind="bare" onClick={showHelp} aria-label={words.keysTitle}>
            <kbd class="key">?</kbd>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Name of the studio, with its seal. */
export function Brand(): JSX.Element {
  return (
    <a class="brand" href={hrefOf("memories")}>
      <Seal />
      Kioku Studio
    </a>
  );
}
