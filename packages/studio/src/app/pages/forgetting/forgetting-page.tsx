import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { route, scopeOf } from "../../frame/router.js";
import { Page } from "../../parts/card.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { OwnMemories } from "./own-memories.js";
import { PresetCurves } from "./preset-curves.js";
import { Published } from "./published.js";
import { words } from "./words.js";

/** Playground of forgetting: every scoring's curve, and one's own memories. */
export function ForgettingPage(): JSX.Element {
  const scope = scopeOf(route.value);
  const strengths = useLoad((signal) => ask("strengths", { scope, limit: 500 }, signal), scope);
  return (
    <Page title={words().title} lead={words().lead}>
      <PresetCurves />
      <Show of={strengths}>{(answer) => <OwnMemories answer={answer} />}</Show>
      <Published />
    </Page>
  );
}
