import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { VIEWS } from "../pages/page-table.js";
import { Button } from "../parts/button.js";
import { Page } from "../parts/card.js";
import { Empty } from "../parts/states.js";
import { HelpDialog } from "./help-dialog.js";
import { listenToKeys } from "./keyboard.js";
import { route } from "./router.js";
import { Brand, Side } from "./side.js";
import { useSignals } from "./signal.js";
import { frameWords } from "./words.js";

/** Frame of all pages, with the one that the address names. */
export function Frame(): JSX.Element {
  useSignals();
  const words = frameWords();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const showHelp = (): void => setHelpOpen(true);
  useEffect(() => listenToKeys({ showHelp }), []);
  const { page } = route.value;
  useEffect(() => setMenuOpen(false), [route.value]);
  const View = Object.hasOwn(VIEWS, page) ? VIEWS[page] : undefined;
  return (
    <div class="frame">
      <a class="button skip" href="#content" onClick={skip}>
        {words.skip}
      </a>
      <div class="top">
        <Brand />
        <Button kind="bare" aria-expanded={isMenuOpen} onClick={() => setMenuOpen(!isMenuOpen)}>
          {words.menu}
        </Button>
      </div>
      <Side isOpen={isMenuOpen} showHelp={showHelp} />
      {View ? (
        <View key={page} />
      ) : (
        <Page title={words.title}>
          <Empty title={words.unknownPage} />
        </Page>
      )}
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Moves the focus to the content; the address is that of the page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}
