import type { SkillManifest } from "@kioku/core";

import { MAX_DESCRIPTION_LENGTH, MAX_NOTE_LENGTH } from "../limits.js";
import { quoted, unusableSkill, type FaultReport } from "./fault-report.js";
import type { Fields } from "./frontmatter.js";
import type { YamlValue } from "./parse-yaml.js";
import { readMetadata, tooLong } from "./read-metadata.js";
import { isSkillName, toSkillName } from "./skill-name.js";

/** Longest compatibility by the standard, in UTF-16 units. */
const MAX_COMPATIBILITY = 500;

const KNOWN: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

/** Fields of clients that are followed, by their names without hyphens and underscores. */
const FOLLOWED: ReadonlySet<string> = new Set(["whentouse", "disablemodelinvocation"]);

interface ReadManifestOptions {
  /** True if fields of clients are a fault. */
  readonly strict: boolean;
  /** Name of the directory of the skill, if it is known. */
  readonly directoryName: string | undefined;
  readonly report: FaultReport;
}

/** Makes a manifest of the fields. @throws `invalid-input` without a name or a description. */
export function readManifest(fields: Fields, options: ReadManifestOptions): SkillManifest {
  const { report, strict } = options;
  for (const key of fields.keys()) {
    if (KNOWN.has(key)) continue;
    if (!FOLLOWED.has(plainKey(key))) {
      report(`the field ${quoted(key)} is not of the standard and is not followed`);
    } else if (strict) {
      report(`the field ${quoted(key)} is not of the standard`);
    }
  }
  const compatibility = readText(fields, "compatibility", report);
  if (compatibility !== undefined && compatibility.length > MAX_COMPATIBILITY) {
    report(`the compatibility is longer than ${MAX_COMPATIBILITY} characters`);
  }
  const manifest = {
    name: readName(fields.get("name"), options),
    description: readDescription(fields.get("description"), report),
    license: readText(fields, "license", report),
    compatibility,
    metadata: readMetadata(fields.get("metadata"), report),
    allowedTools: readTools(fields.get("allowed-tools"), report),
    whenToUse: readOccasions(fieldOf(fields, "whentouse"), report),
    disableModelInvocation:
      readFlag(fieldOf(fields, "disablemodelinvocation"), report) || undefined,
  } satisfies { readonly [M in keyof SkillManifest]: SkillManifest[M] | undefined };
  const given = Object.entries(manifest).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as SkillManifest;
}

/** Returns `whentouse` for `when_to_use` and `when-to-use`. */
function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/gu, "");
}

function fieldOf(fields: Fields, plain: string): YamlValue | undefined {
  return [...fields].find(([key]) => plainKey(key) === plain)?.[1];
}

/** Reads when to use a skill: a text, or a list with one occasion a line. */
function readOccasions(value: YamlValue | undefined, report: FaultReport): string | undefined {
  if (value === undefined) return undefined;
  const items: readonly YamlValue[] = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => typeof item === "string").map((item) => item.trim());
  const text = texts.join("\n").trim().toWellFormed();
  if (text === "") {
    report("when to use it must be a text or a list of texts; it is left out");
    return undefined;
  }
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  report(`when to use it must be at most ${MAX_DESCRIPTION_LENGTH} characters long; it is cut`);
  return cut(text);
}

function readFlag(value: YamlValue | undefined, report: FaultReport): boolean {
  if (value === undefined) return false;
  const text = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  if (text !== undefined && ["false", "no", "off", ""].includes(text)) return false;
  if (text === undefined || !["true", "yes", "on"].includes(text)) {
    report('the field "disable-model-invocation" must be true or false; it is read as true');
  }
  return true;
}

function cut(text: string): string {
  return `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

function readName(value: YamlValue | undefined, options: ReadManifestOptions): string {
  const { directoryName, report } = options;
  const directory = directoryName?.normalize("NFKC");
  const given = typeof value === "string" ? value.trim().normalize("NFKC") : "";
  if (given === "") report("it has no name");
  const name = isSkillName(given) ? given : (toSkillName(given) ?? toSkillName(directory ?? ""));
  if (name === undefined) throw unusableSkill("its name must have a letter or a digit");
  if (given !== "" && name !== given) {
    report(
      `the name ${quoted(given)} must be 1 to 64 lower-case letters, digits and single hyphens; it is read as ${quoted(name)}`,
    );
  }
  if (directory !== undefined && directory !== name) {
    report(`the name ${quoted(name)} is not the one of its directory, ${quoted(directory)}`);
  }
  return name;
}

function readDescription(value: YamlValue | undefined, report: FaultReport): string {
  const text = typeof value === "string" ? value.trim().toWellFormed() : "";
  if (text === "") throw unusableSkill("it must have a description, which is a text");
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  report(
    `the description must be at most ${MAX_DESCRIPTION_LENGTH} characters long, got ${text.length}; it is cut`,
  );
  return cut(text);
}

function readText(fields: Fields, key: string, report: FaultReport): string | undefined {
  const value = fields.get(key);
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value.trim() : "";
  if (text !== "" && text.length <= MAX_NOTE_LENGTH) return text;
  report(text === "" ? `the field ${quoted(key)} must be a text; it is left out` : tooLong(key));
  return undefined;
}

function readTools(
  value: YamlValue | undefined,
  report: FaultReport,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const list = typeof value === "string" ? splitTools(value) : value;
  const items: readonly YamlValue[] = Array.isArray(list) ? list : [list];
  const texts = items.filter((item) => typeof item === "string");
  const tools = texts.filter((tool) => tool.length <= MAX_NOTE_LENGTH);
  if (texts.length < items.length) {
    report('the field "allowed-tools" must be a text or a list of texts; the rest is left out');
  }
  if (tools.length < texts.length) report(tooLong("allowed-tools"));
  return tools.map((tool) => tool.trim()).filter((tool) => tool !== "");
}

/** Splits tools at blanks and commas outside of parentheses, as in `Bash(git add:*) Read`. */
function splitTools(text: string): readonly string[] {
  const tools: string[] = [];
  let tool = "";
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/u.test(character)) {
      if (tool !== "") tools.push(tool);
      tool = "";
    } else {
      tool += character;
    }
  }
  if (tool !== "") tools.push(tool.trim());
  return tools;
}
