/** Object ids of types, the same in every PostgreSQL. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const OID = 26;
const JSON_TEXT = 114;
const FLOAT4 = 700;
const FLOAT8 = 701;
const NUMERIC = 1_700;
const JSONB = 3_802;

/** Parsers by type; others stay text. Integers are within 2^53, JSON stays text. */
export const VALUE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: (text) => text === "t",
  [BYTEA]: toBytes,
  [INT8]: Number,
  [INT2]: Number,
  [INT4]: Number,
  [OID]: Number,
  [FLOAT4]: Number,
  [FLOAT8]: Number,
  [NUMERIC]: Number,
  [JSON_TEXT]: identity,
  [JSONB]: identity,
};

/** Parses both values of `bytea_output`: hex, or text with escapes. */
function toBytes(text: string): Buffer {
  if (text.startsWith(String.raw`\x`)) return Buffer.from(text.slice(2), "hex");
  return Buffer.from(text.replaceAll(/\\(\\|[0-7]{3})/gu, unescaped), "latin1");
}

function unescaped(_: string, what: string): string {
  return what === "\\" ? what : String.fromCodePoint(Number.parseInt(what, 8));
}

/** Returns the parser of a type. */
export function valueParser(oid: number): (text: string) => unknown {
  return VALUE_PARSERS[oid] ?? identity;
}

function identity(text: string): string {
  return text;
}
