import { oneOf } from "../one-of.ts";
import type { PlaceChoice } from "./open-place.ts";

/** The options of a command that say where records are, as `parseArgs` takes them. */
export const PLACE_OPTIONS = {
  store: { type: "string", default: "sqlite" },
  url: { type: "string", default: process.env["KIOKU_TEST_POSTGRES_URL"] ?? "" },
} as const;

/** Help on these options. */
export const PLACE_USAGE = `  --store NAME       sqlite (default) or postgres
  --url URL          the PostgreSQL server (default: KIOKU_TEST_POSTGRES_URL; without either, PGlite in this process)`;

/** Checks what was given. @throws `UsageError` naming the option and what it takes. */
export function parsePlace({
  store,
  url,
}: {
  readonly store: string;
  readonly url: string;
}): PlaceChoice {
  const chosen = oneOf(store, "--store", ["sqlite", "postgres"]);
  return { store: chosen, ...(chosen === "postgres" && url !== "" ? { url } : {}) };
}
