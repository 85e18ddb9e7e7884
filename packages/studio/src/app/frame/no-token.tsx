import type { JSX } from "preact";

import { Page } from "../parts/card.js";
import { shared } from "../words/shared.js";
import { frameWords } from "./words.js";

/** Page of those who come without the token of this start. */
export function NoToken(): JSX.Element {
  return (
    <Page title={frameWords().openTitle}>
      <p class="notice">{shared().noToken}</p>
    </Page>
  );
}
