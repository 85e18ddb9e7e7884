import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { PERMISSIVE } from "./allowed.ts";

/** Beginnings of the texts of common licences, or phrases that only they contain. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/apache license,?\s+version 2\.0/iu, "Apache-2.0"],
  [/permission is hereby granted, free of charge, to any person obtaining a copy/iu, "MIT"],
  [/permission to use, copy, modify, and\/or distribute this software for any/iu, "ISC"],
  [/redistribution and use in source and binary forms[\s\S]+neither the name/iu, "BSD-3-Clause"],
  [/redistribution and use in source and binary forms/iu, "BSD-2-Clause"],
];

/**
 * The licence of an installed package, as an SPDX expression: from its package.json or, where that
 * is silent, its LICENSE file, or a word under that heading of its Readme.
 */
export function licenceOf(folder: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly license?: unknown;
    readonly licenses?: unknown;
  };
  const named = [manifest.license, manifest.licenses].flat().flatMap(nameOf);
  if (named.length > 0) return named.join(" OR ");
  const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name));
  if (file === undefined) return licenceInReadme(folder);
  const text = readFileSync(join(folder, file), "utf8");
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1];
}

function licenceInReadme(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^readme\.md$/iu.test(name));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
  return /^#+ licen[cs]e\s+(?<licence>[\w.-]+)\s*$/imu.exec(text)?.groups?.["licence"];
}

/** The old forms are `{ type }` and a list. */
function nameOf(value: unknown): string[] {
  if (typeof value === "string" && !/^see license/iu.test(value)) return [value];
  if (typeof value !== "object" || value === null || !("type" in value)) return [];
  return typeof value.type === "string" ? [value.type] : [];
}

/**
 * Returns true if an SPDX expression lets everybody use it: one of the licences of an `OR`, all of
 * an `AND`.
 */
export function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/gu, "")
    .split(/\s+OR\s+/u)
    .some((choice) => choice.split(/\s+AND\s+/u).every((name) => PERMISSIVE.has(name.trim())));
}
