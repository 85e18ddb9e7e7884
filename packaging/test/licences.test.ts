import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { EXCEPTIONS } from "../licences/allowed.ts";
import { isPermissive, licenceOf } from "../licences/licence-of.ts";
import { licenceProblems } from "../licences/licence-problems.ts";
import { licencesPage } from "../licences/licences-page.ts";
import { usedPackages } from "../licences/used-packages.ts";
import { ROOT } from "../published-packages.ts";

const used = usedPackages();
const folder = mkdtempSync(join(tmpdir(), "kioku-licences-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Words of a page: how wide a table is has no meaning. */
function words(page: string): string[] {
  return page.split(/[\s|]+/u).filter((word) => !/^-*$/u.test(word));
}

/** The licence of a package with this package.json and this LICENSE file. */
function licenceWith(manifest: object, text?: string): string | undefined {
  const place = mkdtempSync(join(folder, "package-"));
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  if (text !== undefined) writeFileSync(join(place, "LICENSE.md"), text);
  return licenceOf(place);
}

test("the page of licences lists what package-lock.json installs", () => {
  const page = readFileSync(join(ROOT, "docs", "licences.md"), "utf8");
  // If not: node scripts/run.mjs packaging/licences/main.ts
  expect(words(page)).toEqual(words(licencesPage(used)));
});

test("every package that is used, for development too, has a permissive licence or a reason", () => {
  expect(used.length).toBeGreaterThan(100);
  expect(licenceProblems(used)).toEqual([]);
});

test("what comes along with our packages without a peer needs no exception", () => {
  const own = used.filter(({ neededBy, isPeer }) => neededBy.length > 0 && !isPeer);
  expect(own.map(({ name }) => name)).toContain("better-sqlite3");
  expect(own.filter(({ licence }) => !isPermissive(licence ?? "none"))).toEqual([]);
});

test("every exception is of a package that is there", () => {
  for (const [beginning, exceptions] of Object.entries(EXCEPTIONS)) {
    for (const { licence } of exceptions) {
      const found = used.filter(({ name }) => name.startsWith(beginning));
      expect(found.map((one) => one.licence)).toContain(licence);
    }
  }
});

test("a package under the GPL, or without a licence, is a problem that says what to do", () => {
  const one = { name: "copyleft", version: "1.0.0", neededBy: ["core"] };
  const [problem] = licenceProblems([{ ...one, licence: "GPL-3.0-only" }]);
  expect(problem).toMatch(/copyleft 1\.0\.0 \(needed by core\) has GPL-3\.0-only.+allowed\.ts/u);
  expect(licenceProblems([{ ...one, licence: undefined }])[0]).toMatch(/has no licence/u);
  expect(
    licenceProblems([{ ...one, name: "@img/sharp-libvips-x", licence: "GPL-3.0" }]),
  ).toHaveLength(1);
});

test("of several licences one is enough where there is a choice, and all count where there is none", () => {
  expect(isPermissive("(MIT OR GPL-3.0-only)")).toBe(true);
  expect(isPermissive("MIT AND GPL-3.0-only")).toBe(false);
  expect(isPermissive("(GPL-2.0-only OR AGPL-3.0-only)")).toBe(false);
  expect(isPermissive("BlueOak-1.0.0")).toBe(true);
  expect(isPermissive("UNLICENSED")).toBe(false);
});

test("old forms of package.json and LICENSE files are read", () => {
  expect(licenceWith({ licenses: [{ type: "MIT" }, { type: "GPL-2.0" }] })).toBe("MIT OR GPL-2.0");
  expect(licenceWith({ license: { type: "ISC" } })).toBe("ISC");
  const text =
    "The licence\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of";
  expect(licenceWith({ license: "SEE LICENSE IN LICENSE.md" }, text)).toBe("MIT");
  expect(licenceWith({}, "All rights reserved")).toBeUndefined();
  expect(licenceWith({})).toBeUndefined();
});

test("only packages that work without have a script that runs on installing", () => {
  const withScript = used.filter((one) => one.hasInstallScript && one.neededBy.length > 0);
  expect(withScript.map(({ name }) => name)).toEqual(["onnxruntime-node", "protobufjs"]);
  expect(withScript.every(({ isPeer }) => isPeer)).toBe(true);
});
