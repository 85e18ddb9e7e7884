import type { MemoryRoot, SpaceStatus } from "@kioku/core";

import { count, counted } from "../../output/numbers.js";
import type { OpenedMemory } from "../../wire/create-opened-memory.js";
import { type Finding, findingsOf } from "./finding.js";

interface MemoryChecks {
  readonly deep: boolean;
  /** True if there is no embedder by the will of the user. */
  readonly isWithoutVectors: boolean;
  readonly signal: AbortSignal;
}

/** Checks an opened memory: counts, vectors, the queue, and with `deep` every page of the file. */
export async function checkMemory(
  { root, store }: OpenedMemory,
  { deep, isWithoutVectors, signal }: MemoryChecks,
): Promise<readonly Finding[]> {
  const contents = findingsOf("memories");
  const findings: Finding[] = [];
  // Opens the store, and fails if that is not possible.
  const spaces = await root.spaces({ signal });
  if (store.kind === "sqlite") {
    const { records, scopes } = await store.sqlite.stats({ signal });
    const text = `${counted(records, "memory", "memories")} in ${counted(scopes, "scope")}`;
    findings.push(contents.ok(text));
  } else findings.push(contents.ok("the server answers, and the schema is up to date"));
  if (!isWithoutVectors) findings.push(checkSpaces(spaces));
  findings.push(await checkQueue(root, signal));
  if (deep) findings.push(...(await checkDeeply(store, signal)));
  return findings;
}

function checkSpaces(spaces: readonly SpaceStatus[]): Finding {
  const { ok, warning, problem } = findingsOf("vectors");
  const own = spaces.filter(({ hasEmbedder }) => hasEmbedder);
  const others = spaces.filter(({ hasEmbedder, state }) => !hasEmbedder && state !== "separate");
  const isUsable = own.some(({ state }) => state === "ready" || state === "retired");
  if (!isUsable && others.length > 0) {
    return problem(
      `the vectors are of ${others.map(({ id }) => id).join(", ")}, not of the model that is set`,
      'run "kioku reindex", or set the model back',
    );
  }
  const missing = own.reduce((sum, space) => sum + space.missing, 0);
  if (missing > 0) {
    return warning(
      `${counted(missing, "memory has", "memories have")} no vector, and are found by words only`,
      'run "kioku reindex"',
    );
  }
  if (others.length > 0) {
    return warning(
      `vectors of ${others.map(({ id }) => id).join(", ")} are not used any more`,
      'run "kioku reindex --drop-old" to free their room',
    );
  }
  return ok("every memory has its vector");
}

async function checkQueue(root: MemoryRoot, signal: AbortSignal): Promise<Finding> {
  const { ok, warning } = findingsOf("queue");
  const { ready, leased, delayed, dead } = await root.queueStats({ signal });
  const waiting = ready + leased + delayed;
  if (dead > 0) return warning(`${count(dead)} texts were given up`, 'run "kioku reindex"');
  if (waiting > 0)
    return warning(`${count(waiting)} texts wait for vectors`, 'run "kioku reindex"');
  return ok("nothing waits for vectors");
}

async function checkDeeply(
  store: OpenedMemory["store"],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { ok, warning, problem } = findingsOf("integrity");
  if (store.kind === "postgres") {
    return [warning("PostgreSQL is not read through", "run pg_amcheck on the server")];
  }
  const report = await store.sqlite.integrityCheck({ signal });
  if (report.ok) return [ok("the whole file was read, and nothing is wrong")];
  return [...new Set(report.problems)].map((text) =>
    problem(text, 'run "kioku restore" into a new file, or export what can be read'),
  );
}
