import { readFileSync } from "node:fs";

import { grantsSql, migrationSql } from "@kioku/store-postgres";

const FOLDER = new URL("../../deploy/", import.meta.url);
const WRITTEN = "Written by `npm run charts -w docs` from @kioku/store-postgres. Do not edit.";
/** Without the warning that the schema `public`, which roles.sql grants, is not the owner's. */
const AS_OWNER = ["set local role kioku_owner", "set local client_min_messages = error"];

/** Grants for a role that only reads. Own tables get the privileges of `vectors`. */
const READER = [
  'grant usage on schema "kioku" to "kioku_reader"',
  'grant select on all tables in schema "kioku" to "kioku_reader"',
  'grant execute on all functions in schema "kioku" to "kioku_reader"',
];

/** A file of the folder `deploy` that is written by a program. */
interface DeployFile {
  /** Path in the folder. */
  readonly file: string;
  readonly write: () => string;
}

/** All of them. The last one contains the others. */
export const deployFiles: readonly DeployFile[] = [
  { file: "sql/schema.sql", write: schemaSql },
  { file: "sql/grants.sql", write: grantsFile },
  { file: "kubernetes/configmap.yaml", write: configMap },
];

/** Returns the statements for psql, which runs them in one transaction. */
function script(about: string, statements: readonly string[]): string {
  const ended = [...AS_OWNER, ...statements].map((statement) => `${statement};`);
  return `-- ${WRITTEN}\n-- ${about}\n${ended.join("\n\n")}\n`;
}

function schemaSql(): string {
  // The extension is the administrator's.
  const statements = migrationSql({ rowLevelSecurity: true }).filter(
    (statement) => !statement.startsWith("create extension"),
  );
  return script("For `psql --single-transaction`, once, after roles.sql.", statements);
}

function grantsFile(): string {
  const statements = [...grantsSql({ role: "kioku_app" }), ...READER];
  return script("For `psql --single-transaction`, after schema.sql and each update.", statements);
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}

function configMap(): string {
  const entries: readonly (readonly [string, string])[] = [
    ["prepare.sh", read("prepare.sh")],
    ["roles.sql", read("sql/roles.sql")],
    ["schema.sql", schemaSql()],
    ["grants.sql", grantsFile()],
    ["maintain.ts", read("maintain.ts")],
  ];
  return [
    `# ${WRITTEN}`,
    "apiVersion: v1",
    "kind: ConfigMap",
    "metadata:",
    "  name: kioku",
    "data:",
    ...entries.flatMap(([name, text]) => [`  ${name}: |`, indented(text)]),
    "",
  ].join("\n");
}

/** Returns a text as a literal block of YAML, which takes it as it is. */
function indented(text: string): string {
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
}
