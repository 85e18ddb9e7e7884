import { createHash } from "node:crypto";

import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import { namesIn, type Names } from "../sql/names.js";
import { initialSchema } from "./0001-initial.js";
import type { Layout, NewIndex } from "./layout.js";

/** A migration to the next schema version. Released ones never change. */
export interface Migration {
  /** Returns the statements of its transaction. */
  readonly statements: (names: Names, layout: Layout) => readonly RawBuilder<unknown>[];
  /** Indexes that are built afterwards, while others write. */
  readonly indexes?: readonly NewIndex[];
}

/** The migrations, in order: the first one makes schema version 1. */
export const MIGRATIONS: readonly Migration[] = [{ statements: initialSchema }];

const UNDIVIDED: Layout = { partitions: 0, hasFunctions: true };
const COMMENTS = /--.*$/gmu;

/** Returns a checksum of a migration that is independent of names and layout. */
export function checksumOf({ statements, indexes = [] }: Migration): string {
  const names = namesIn("kioku", "public");
  const texts = statements(names, UNDIVIDED).map((statement) => compile(statement).text);
  const all = [...texts, ...indexes.map(({ name, over }) => `${name} ${compile(over).text}`)];
  const plain = all.map((text) => text.replaceAll(COMMENTS, "").replaceAll(/\s+/gu, " ").trim());
  return createHash("sha256").update(plain.join("\n")).digest("hex").slice(0, 16);
}
