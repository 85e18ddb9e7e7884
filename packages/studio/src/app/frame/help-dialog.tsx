import type { JSX } from "preact";

import { PAGES } from "../pages/page-table.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { shared } from "../words/shared.js";
import { frameWords } from "./words.js";

/** Keys of the page. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const words = frameWords();
  const keys = [
    ["/", words.keySearch],
    ["↑ ↓ ⏎", words.keyMove],
    ["Esc", words.keyBack],
    ["?", words.keyHelp],
  ] as const;
  return (
    <Dialog title={words.keysTitle} onClose={onClose}>
      <dl class="facts">
        {PAGES.flatMap(({ pages }) => pages).map(({ name, letter }) => (
          <>
            <dt>
              <kbd class="key">g</kbd> <kbd class="key">{letter}</kbd>
            </dt>
            <dd>{words[name]}</dd>
          </>
        ))}
        {keys.map(([key, text]) => (
          <>
            <dt>
              <kbd class="key">{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <footer>
        <Button onClick={onClose}>{shared().close}</Button>
      </footer>
    </Dialog>
  );
}
