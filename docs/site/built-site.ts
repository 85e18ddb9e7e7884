import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Where `npm run docs:build` puts the site. */
export const BUILT_SITE: string = fileURLToPath(new URL("../dist/site", import.meta.url));

/** A page of the built site. */
export interface BuiltPage {
  /** Such as `/guide/recall`, or `/guide/` for the index of a folder. */
  readonly address: string;
  readonly html: string;
}

/** The address under which a file of HTML is served. */
export function addressOf(file: string): string {
  return `/${file
    .split(sep)
    .join("/")
    .replace(/\.html$/u, "")
    .replace(/(?<folder>^|\/)index$/u, "$<folder>")}`;
}

/** Every page that was built. */
export function builtPages(): readonly BuiltPage[] {
  return globSync("**/*.html", { cwd: BUILT_SITE })
    .toSorted()
    .map((file) => ({
      address: addressOf(file),
      html: readFileSync(join(BUILT_SITE, file), "utf8"),
    }));
}

/** Tests whether a page belongs to the generated API reference. */
export function isReference({ address }: BuiltPage): boolean {
  return address.startsWith("/api/");
}
