import type { RecordHistory } from "../../contracts/history.js";
import { Slices } from "../../internal/async/timers.js";
import { recordKey } from "../../internal/record-key.js";
import { matchesPredicate } from "../../model/matches-predicate.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath, type Reach, type Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { historyPages } from "../history-pages.js";
import type { CheckedTarget } from "./forget.js";

/** A record with the ids that any of its versions names. */
type Derived = RecordId & { readonly sources: Iterable<string> };

/** A record of the past or present. */
export interface Traced extends Derived {
  /** Number of versions, with its deletion. */
  readonly revisions: number;
  /** True if the target names it. */
  readonly isNamed: boolean;
  readonly sources: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

export interface TraceCall {
  readonly target: CheckedTarget;
  readonly scope: Scope;
  readonly reach: Reach;
  readonly signal: AbortSignal | undefined;
  /** Called after each page with the number of records looked at. */
  readonly onPage: (looked: number) => void;
}

/** Returns every record that the scopes hold or held, as far as history goes. */
export async function traceRecords(engine: Engine, call: TraceCall): Promise<readonly Traced[]> {
  const { scope, reach, signal } = call;
  const traced: Traced[] = [];
  const slices = new Slices();
  for await (const page of historyPages(engine, { within: [scope], reach }, { signal })) {
    const before = traced.length;
    for (const history of page) addTrace(traced, trace(history, call.target));
    call.onPage(traced.length - before);
    const pause = slices.pause();
    if (pause) await pause;
  }
  return traced;
}

/** Adds a record, or the rest of the one that the page before ended in. */
function addTrace(traced: Traced[], one: Traced): void {
  const last = traced.at(-1);
  if (last === undefined || recordKey(last) !== recordKey(one)) {
    // Shares the scope, since there may be many records.
    const isSameScope = last && scopeToPath(last.scope) === scopeToPath(one.scope);
    traced.push(isSameScope ? { ...one, scope: last.scope } : one);
    return;
  }
  traced[traced.length - 1] = {
    ...last,
    revisions: last.revisions + one.revisions,
    isNamed: last.isNamed || one.isNamed,
    sources: new Set([...last.sources, ...one.sources]),
  };
}

/** Returns the records derived from the roots, directly or not, always within one scope. */
export function derivedFrom<T extends Derived>(
  traced: readonly T[],
  roots: readonly RecordId[],
): readonly T[] {
  const bySource = new Map<string, T[]>();
  for (const one of traced) {
    for (const source of one.sources) {
      const name = recordKey({ scope: one.scope, id: source });
      const derived = bySource.get(name);
      if (derived) derived.push(one);
      else bySource.set(name, [one]);
    }
  }
  if (bySource.size === 0) return [];
  const names = new Set(roots.map(recordKey));
  const found: T[] = [];
  // The set grows while it is walked.
  for (const name of names) {
    for (const one of bySource.get(name) ?? []) {
      const own = recordKey(one);
      if (names.has(own)) continue;
      names.add(own);
      found.push(one);
    }
  }
  return found;
}

function trace({ scope, id, revisions }: RecordHistory, target: CheckedTarget): Traced {
  const records = revisions.flatMap(({ record }) => record ?? []);
  const sources = records.flatMap((record) => record.sources);
  const isNamed = records.some((record) => {
    if (target.type === "key") return record.key === target.key;
    return target.type === "filter" && matchesPredicate(record, target.where);
  });
  return {
    scope,
    id,
    revisions: revisions.length,
    isNamed: isNamed || target.type === "everything" || (target.type === "id" && target.id === id),
    sources: sources.length === 0 ? NOTHING : new Set(sources),
  };
}
