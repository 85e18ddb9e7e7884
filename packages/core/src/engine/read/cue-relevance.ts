import type { RecalledMemory } from "../../api/queries.js";
import { relevanceScoring } from "../../scorings/relevance-scoring.js";
import type { Engine } from "../engine.js";
import { EventHub } from "../event-hub.js";
import { HookRunner } from "../hooks/hook-runner.js";
import { Lifecycle } from "../lifecycle.js";
import type { PartCall } from "./list-part.js";
import { recall } from "./recall.js";

/** How many memories a cue brings up. What fits less well is left to the other factors. */
const CUED = 200;

/** The memories that fit the cue best; their score is their relevance to it. */
export async function recallByCue(
  engine: Engine,
  cue: string,
  { asked, scope, signal }: PartCall,
): Promise<readonly RecalledMemory[]> {
  const { reach, kinds, filter } = asked;
  const given = { reach, kinds, filter, limit: CUED, scoring: relevanceScoring(), rerank: false };
  return recall(
    withinSurface(engine),
    { query: cue, ...given },
    { scope, signal, operation: "surface" },
  );
}

/**
 * The engine for a recall that is a part of `surface`, which has run the hooks, is counted as under
 * way, and tells of itself: only that an embedder failed is passed on.
 */
function withinSurface(engine: Engine): Engine {
  const events = new EventHub(engine.logger);
  const handler = engine.events.emit.bind(engine.events, "degraded");
  events.listen("degraded", [], { reach: "below", handler });
  const hooks = new HookRunner([], engine.logger);
  // How many of what comes to mind may be untrusted is decided there.
  return {
    ...engine,
    untrustedShare: 1,
    hooks,
    events,
    lifecycle: new Lifecycle(() => Promise.resolve()),
  };
}
