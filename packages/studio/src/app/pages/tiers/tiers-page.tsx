import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { route, scopeOf } from "../../frame/router.js";
import { Page } from "../../parts/card.js";
import { Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { TierLanes } from "./tier-lanes.js";
import { words } from "./words.js";

/** AIRI's four tiers, with one's own memories in them. */
export function TiersPage(): JSX.Element {
  const scope = scopeOf(route.value);
  const strengths = useLoad((signal) => ask("strengths", { scope }, signal), scope);
  return (
    <Page title={words().title} lead={words().lead}>
      <Show of={strengths}>{(answer) => <TierLanes answer={answer} />}</Show>
    </Page>
  );
}
