import { createHash } from "node:crypto";

import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import { namesIn } from "../sql/names.js";
import type { Names, ObjectName } from "../sql/names.js";
import { initialSchema } from "./0001-initial.js";
import type { Layout } from "./layout.js";

/** What leads from one schema version to the next. Released ones never change. */
export interface Migration {
  /** The statements of its one transaction. */
  readonly statements: (names: Names, layout: Layout) => readonly RawBuilder<unknown>[];
  /** Indexes that are built after it, while others write. */
  readonly indexes?: readonly NewIndex[];
}

/** An index that is built while others write, outside of a transaction. */
export interface NewIndex {
  /** Its name, which no other index of the schema has. */
  readonly name: string;
  /** The table that it is of. */
  readonly table: ObjectName;
  /** What it is over, such as `(scope, kind)`. */
  readonly over: RawBuilder<unknown>;
}

/** The migrations, in order: the first one makes schema version 1. */
export const MIGRATIONS: readonly Migration[] = [{ statements: initialSchema }];

const UNDIVIDED: Layout = {
  partitions: 0,
  isDistributed: false,
  hasFunctions: true,
  hasStorage: true,
};
const COMMENTS = /--.*$/gmu;

/**
 * What a migration says, as a short text that stays the same whatever the schema is called and
 * however it is divided.
 */
export function checksumOf({ statements, indexes = [] }: Migration): string {
  const names = namesIn("kioku", "public");
  const texts = statements(names, UNDIVIDED).map((statement) => compile(statement).text);
  const all = [...texts, ...indexes.map(({ name, over }) => `${name} ${compile(over).text}`)];
  const plain = all.map((text) => text.replaceAll(COMMENTS, "").replaceAll(/\s+/gu, " ").trim());
  return createHash("sha256").update(plain.join("\n")).digest("hex").slice(0, 16);
}
