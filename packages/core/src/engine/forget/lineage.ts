import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { Slices } from "../../internal/async/slices.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { matchesPredicate } from "../../model/matches-predicate.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Reach, Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import type { CheckedTarget } from "./check-target.js";

/** A record that was ever known, and what it was made of. */
export interface Traced extends RecordId {
  /** `scopeToPath` of its scope. */
  readonly path: string;
  /** How many versions there are, its deletion included. */
  readonly revisions: number;
  /** Whether the target names it. */
  readonly isNamed: boolean;
  /** Ids that any of its versions was derived from. */
  readonly sources: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** What is looked for, and where. */
export interface TraceCall {
  readonly target: CheckedTarget;
  readonly scope: Scope;
  readonly reach: Reach;
  readonly signal: AbortSignal | undefined;
  /** Called after each page with the number of records looked at. */
  readonly onPage: (looked: number) => void;
}

/** Every record that the scopes hold or ever held, as far as history goes. */
export async function traceRecords(engine: Engine, call: TraceCall): Promise<readonly Traced[]> {
  const { scope, reach, signal } = call;
  const traced: Traced[] = [];
  const slices = new Slices();
  const pages = eachPage((cursor) =>
    engine.store.histories({ within: [scope], reach, limit: MAX_LIMIT, cursor }, { signal }),
  );
  for await (const page of pages) {
    const before = traced.length;
    for (const history of page) addTrace(traced, trace(history, call.target));
    call.onPage(traced.length - before);
    const pause = slices.pause();
    if (pause) await pause;
  }
  return traced;
}

/** Adds what one page says of a record to what the page before said of it. */
function addTrace(traced: Traced[], one: Traced): void {
  const last = traced.at(-1);
  if (last === undefined || last.id !== one.id || last.path !== one.path) {
    // One path and one scope for all records of a scope, and no set for none: there may be many.
    const isSameScope = last?.path === one.path;
    traced.push(isSameScope ? { ...one, scope: last.scope, path: last.path } : one);
    return;
  }
  traced[traced.length - 1] = {
    ...last,
    revisions: last.revisions + one.revisions,
    isNamed: last.isNamed || one.isNamed,
    sources: new Set([...last.sources, ...one.sources]),
  };
}

/**
 * Those of the records that were derived from the roots, and from what was derived from them,
 * always within one scope.
 */
export function derivedFrom(
  traced: readonly Traced[],
  roots: readonly RecordId[],
): readonly Traced[] {
  const bySource = new Map<string, Traced[]>();
  for (const one of traced) {
    for (const source of one.sources) {
      const name = nameOf(one.path, source);
      const derived = bySource.get(name);
      if (derived) derived.push(one);
      else bySource.set(name, [one]);
    }
  }
  // Of many records most were derived from nothing.
  if (bySource.size === 0) return [];
  const names = new Set(roots.map(({ scope, id }) => nameOf(scopeToPath(scope), id)));
  const found: Traced[] = [];
  // A set may grow while it is walked: what is derived is looked at in turn, and once.
  for (const name of names) {
    for (const one of bySource.get(name) ?? []) {
      const own = nameOf(one.path, one.id);
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
    path: scopeToPath(scope),
    revisions: revisions.length,
    isNamed: isNamed || target.type === "everything" || (target.type === "id" && target.id === id),
    sources: sources.length === 0 ? NOTHING : new Set(sources),
  };
}

function nameOf(path: string, id: string): string {
  return `${id}\0${path}`;
}
