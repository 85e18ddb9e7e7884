import assert from "node:assert/strict";

import type { ExportLine } from "@kioku/core";
import { hashText, type ExportedRecord } from "@kioku/core/toolkit";

import type { RepeatableVerb } from "../memory-case.js";
import { OWNERS_OF_ALL, type Owner, type Region } from "../owners.js";
import { collect } from "../stored.js";
import { aReach, unknownMembers, type MakeProbe } from "./probe.js";
import { READ_PROBES } from "./read-probes.js";
import { WRITE_PROBES } from "./write-probes.js";

/** The probes of verbs that take memories out and bring them in. */
const TRANSFER_PROBES: Readonly<Record<"export" | "import", MakeProbe>> = {
  export: (context) => {
    const { picker, view, self } = context;
    const reach = aReach(context);
    const given = {
      reach,
      ...picker.members({ history: false, vectors: true }),
      ...unknownMembers(context),
    };
    const run = async (): Promise<unknown> => {
      const lines = await collect(view.export(given));
      // Scopes of lines count from the exported one on.
      return lines.map((line) =>
        "scope" in line ? { ...line, scope: [...self.scope, ...line.scope] } : line,
      );
    };
    return { region: { scope: self.scope, reach }, what: given, run };
  },
  import: (context) => {
    const { picker, world, self, victim } = context;
    const onConflict = picker.one(["fail", "skip", "replace", "newer"] as const);
    const region: Region = { scope: self.scope, reach: "below" };
    const run = async (): Promise<unknown> => {
      const lines = await collect(world.viewOf(victim).export({ reach: "here" }));
      const given = signed(lines.map((line) => reowned(line, victim, self)));
      const ids = given.flatMap((line) => (line.type === "record" ? [line.id] : []));
      world.expectImport(self, ids);
      return world.viewOf(self).import(given, { onConflict });
    };
    return { region, changes: region, what: onConflict, run };
  },
};

/** A line of the victim as if the caller had written it. */
function reowned(line: ExportLine, victim: Owner, self: Owner): ExportLine {
  const text = JSON.stringify(line).replaceAll(victim.marker, self.marker);
  return JSON.parse(text.replaceAll(victim.id, self.id)) as ExportLine;
}

/** The lines with the footer that they need. */
function signed(lines: readonly ExportLine[]): readonly ExportLine[] {
  const body = lines.filter(({ type }) => type !== "footer");
  const records = body.filter((line): line is ExportedRecord => line.type === "record").length;
  const tombstones = body.filter(({ type }) => type === "tombstone").length;
  const sha256 = hashText(body.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return [...body, { type: "footer", records, tombstones, sha256 }];
}

/** Nothing of any scope: what these verbs answer is about the store. */
const NOTHING: Region = { scope: ["nobody has this scope"], reach: "here" };

/** No scope had more than one record that had expired. */
function onlyExpired(report: unknown): void {
  const { removed, archived } = report as { readonly removed: number; readonly archived: number };
  assert.ok(removed <= OWNERS_OF_ALL.length && archived === 0, "it swept what had not expired");
}

/** The probes of verbs that only the root has. None of them may change what any scope can read. */
const ROOT_PROBES: Readonly<
  Record<
    | "reindex"
    | "spaces"
    | "dropSpace"
    | "sweep"
    | "embedQueued"
    | "queueStats"
    | "runEmbeddingWorker",
    MakeProbe
  >
> = {
  reindex: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: () => world.memory.reindex(),
  }),
  spaces: ({ world }) => ({ region: NOTHING, what: [], run: () => world.memory.spaces() }),
  dropSpace: ({ world, picker }) => {
    const id = picker.one(["no space", "test/words@16", "%"]);
    return { region: NOTHING, what: id, run: () => world.memory.dropSpace(id) };
  },
  sweep: ({ world, picker }) => {
    const given = picker.members({ archiveBelow: 0 });
    return {
      region: NOTHING,
      what: given,
      run: () => world.memory.sweep(given),
      expect: onlyExpired,
    };
  },
  embedQueued: ({ world, picker }) => {
    const given = picker.members({ limit: 3, retryDead: true });
    return { region: NOTHING, what: given, run: () => world.memory.embedQueued(given) };
  },
  queueStats: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: () => world.memory.queueStats(),
  }),
  runEmbeddingWorker: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: async () => {
      const stop = new AbortController();
      const working = world.memory.runEmbeddingWorker({ signal: stop.signal });
      await world.memory.spaces();
      stop.abort();
      await working;
    },
  }),
};

/** A probe for every verb: one that is missing does not compile. */
const ALL_PROBES: Readonly<Record<RepeatableVerb, MakeProbe>> = {
  ...WRITE_PROBES,
  ...READ_PROBES,
  ...ROOT_PROBES,
  ...TRANSFER_PROBES,
};

/** Verbs that look at every scope, and so are asked less often. */
const RARE: ReadonlySet<RepeatableVerb> = new Set([
  "reindex",
  "sweep",
  "spaces",
  "dropSpace",
  "embedQueued",
  "queueStats",
  "runEmbeddingWorker",
]);

const MERGED = Object.keys(ALL_PROBES) as RepeatableVerb[];

/** The verbs to draw from, the rare ones once and the others eight times. */
export const PROBED_VERBS: readonly RepeatableVerb[] = MERGED.flatMap((verb) =>
  Array.from({ length: RARE.has(verb) ? 1 : 8 }, () => verb),
);

/** Returns the function that makes probes of a verb. */
export function probeOf(verb: RepeatableVerb): MakeProbe {
  return ALL_PROBES[verb];
}
