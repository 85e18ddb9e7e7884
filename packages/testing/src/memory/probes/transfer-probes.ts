import type { ExportLine } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import type { ExportedRecord } from "@kioku/core/toolkit";

import { collect } from "../collect.js";
import type { Owner, Region } from "../owners.js";
import { aReach, unknownMembers } from "./hostile-arguments.js";
import type { MakeProbe } from "./probe.js";

/** The probes of verbs that take memories out and bring them in. */
export const TRANSFER_PROBES: Readonly<Record<"export" | "import", MakeProbe>> = {
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
