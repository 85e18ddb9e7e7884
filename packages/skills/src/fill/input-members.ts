import type { StandardSchemaV1 } from "@standard-schema/spec";

/** A member of an input that has to be an object. */
export interface InputMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its JSON Schema type, such as `integer`. */
  readonly type: string;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  /** The values it may have, if it is one of a list. */
  readonly options: readonly string[] | undefined;
  /** Its `maximum`, as a sign of a share or a percentage. */
  readonly maximum: unknown;
  /** Words of its name, in lower case. */
  readonly nameWords: readonly string[];
  /** Its name and description in words, in lower case. */
  readonly said: string;
}

/** Most members to fill. */
const MAX_MEMBERS = 32;
/** Longest description to read, in UTF-16 units. */
const MAX_SAID = 500;

type Json = Readonly<Record<string, unknown>>;

/** Returns the members of the objects that a schema takes, if its library has JSON Schema. */
export function inputMembers(schema: StandardSchemaV1): readonly InputMember[] {
  const { jsonSchema } = schema["~standard"] as {
    readonly jsonSchema?: { input?(options: { readonly target: string }): unknown };
  };
  let shown: unknown;
  try {
    shown = jsonSchema?.input?.({ target: "draft-2020-12" });
  } catch {
    // JSON Schema cannot express some part of it.
    return [];
  }
  if (!isObject(shown) || !isObject(shown["properties"])) return [];
  const required = Array.isArray(shown["required"]) ? (shown["required"] as unknown[]) : [];
  return Object.entries(shown["properties"])
    .slice(0, MAX_MEMBERS)
    .flatMap(([name, member]) =>
      isObject(member) ? [memberOf(name, member, required.includes(name))] : [],
    );
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(name: string, given: Json, isRequired: boolean): InputMember {
  const shown = withoutNull(given);
  const { type, format, pattern } = shown;
  const { title = shown["title"], description = shown["description"] } = given;
  const values = Array.isArray(shown["enum"]) ? (shown["enum"] as unknown[]) : undefined;
  const nameWords = wordsOfName(name);
  const said = [...nameWords, textOf(title), textOf(description)].join(" ").toLowerCase();
  return {
    name,
    isRequired,
    type: typeOf(type) ?? (values ? "string" : ""),
    format: textOf(format),
    pattern: textOf(pattern),
    options: values?.every((value) => typeof value === "string") === true ? values : undefined,
    maximum: shown["maximum"],
    nameWords,
    said: said.slice(0, MAX_SAID),
  };
}

/** Returns the one schema of a member that may also be null, or of a list of constants. */
function withoutNull(given: Json): Json {
  const branches = given["anyOf"] ?? given["oneOf"];
  if (!Array.isArray(branches)) return given;
  const others = branches.filter(
    (branch): branch is Json => isObject(branch) && branch["type"] !== "null",
  );
  const [only] = others;
  if (only && others.length === 1) return only;
  const constants = others.map((branch) => branch["const"]);
  return constants.some((value) => typeof value !== "string") ? {} : { enum: constants };
}

/** Returns the only type beside `null`. */
function typeOf(type: unknown): string | undefined {
  const types = [type].flat().filter((one) => one !== "null");
  return types.length === 1 ? textOf(types[0]) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Splits `roomName`, `room_name` and `room-name` into words. */
function wordsOfName(name: string): readonly string[] {
  return name
    .slice(0, MAX_SAID)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
