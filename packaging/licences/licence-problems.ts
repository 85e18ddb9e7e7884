import { EXCEPTIONS } from "./allowed.ts";
import type { LicenceException } from "./allowed.ts";
import { isPermissive } from "./licence-of.ts";
import type { UsedPackage } from "./used-packages.ts";

/** A package, as far as its licence matters. */
export type LicensedPackage = Pick<UsedPackage, "name" | "version" | "licence" | "neededBy">;

/**
 * The exception that lets a package be here; `undefined` if its licence is permissive, or if there
 * is none.
 */
export function exceptionOf({ name, licence }: LicensedPackage): LicenceException | undefined {
  if (licence === undefined || isPermissive(licence)) return undefined;
  const beginning = Object.keys(EXCEPTIONS).find((one) => name.startsWith(one));
  return EXCEPTIONS[beginning ?? ""]?.find((exception) => exception.licence === licence);
}

/** Packages that may not be here, a sentence each that says what to do. */
export function licenceProblems(used: readonly LicensedPackage[]): readonly string[] {
  return used
    .filter((one) => one.licence === undefined || !isPermissive(one.licence))
    .filter((one) => exceptionOf(one) === undefined)
    .map(({ name, version, licence, neededBy }) => {
      const users = neededBy.length === 0 ? "development" : neededBy.join(", ");
      return `${name} ${version} (needed by ${users}) has ${licence ?? "no licence"}, which is not permissive: use another package, or name it with a reason in packaging/licences/allowed.ts`;
    });
}
