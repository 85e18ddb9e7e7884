import type { CallOptions, JsonObject, RememberInput } from "@kioku/core";

import { objectOf } from "../../records/json.js";
import { readByKeys } from "../../records/read-records.js";
import { stateInput } from "../../records/state-record.js";
import { type Watermark, watermarkFrom } from "../../run/progress.js";
import type { MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";

/** Where the manager of a kind has got to. */
export interface KindProgress extends Watermark {
  /** Version of its record; 0 if there is none. */
  readonly version: number;
}

/** Reads where the managers of kinds have got to. */
export async function readProgress(
  { memory }: KindHost,
  kinds: readonly MemoryKind[],
  options: CallOptions,
): Promise<ReadonlyMap<MemoryKind, KindProgress>> {
  const records = await readByKeys(memory, kinds.map(keyOf), options);
  return new Map(
    kinds.map((kind) => {
      const record = records.get(keyOf(kind));
      const version = record?.version ?? 0;
      return [kind, { version, ...watermarkFrom(objectOf(record?.value)) }];
    }),
  );
}

/** Makes the input that moves a manager on, unless another one has done so. */
export function progressInput(
  kind: MemoryKind,
  { after, seen }: Watermark,
  { version: ifVersion }: KindProgress,
): RememberInput {
  const value: JsonObject = { seen, ...(after && { after: { at: after.at, id: after.id } }) };
  return stateInput(keyOf(kind), value, { ifVersion });
}

function keyOf(kind: MemoryKind): string {
  return `kinds/progress/${kind}`;
}
