import type { FunctionComponent, JSX } from "preact";

import { FeelingPage } from "../pages/feeling/feeling-page.js";
import { ForgettingPage } from "../pages/forgetting/forgetting-page.js";
import { TiersPage } from "../pages/tiers/tiers-page.js";
import { LanguageChoice, ThemeChoice } from "./choices.js";
import { hrefOf, route } from "./router.js";
import { Seal } from "./seal.js";
import { useSignals } from "./signal.js";
import { frameWords } from "./words.js";

const VIEWS = { forgetting: ForgettingPage, feeling: FeelingPage, tiers: TiersPage } as const;
type Name = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as readonly Name[];

/** Frame of the playgrounds on sample data, without a server. */
export function PlaygroundFrame(): JSX.Element {
  useSignals();
  const words = frameWords();
  const page = NAMES.find((name) => name === route.value.page) ?? "forgetting";
  const View: FunctionComponent = VIEWS[page];
  return (
    <div class="playground">
      <header>
        {/* The documentation has the playground in a folder of its own. */}
        <a class="brand" href="../">
          <Seal />
          Kioku
        </a>
        <nav aria-label={words.pages}>
          {NAMES.map((name) => (
            <a key={name} href={hrefOf(name)} aria-current={page === name ? "page" : undefined}>
              {words[name]}
            </a>
          ))}
        </nav>
        <div class="row">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </header>
      <p class="faint">{words.sample}</p>
      <View key={page} />
    </div>
  );
}
