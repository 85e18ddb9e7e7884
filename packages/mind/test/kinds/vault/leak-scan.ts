import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";

/** Text that stands in every secret of a scan, so that one search finds any of them. */
export const MARKS = ["x9QkZ7vWp2LmT4rB", "天王盖地虎宝塔镇河妖"] as const;

/** A finding of a secret, by the place and the form of it. */
interface Leak {
  readonly place: string;
  readonly form: string;
}

/** Search for the marks of secrets in clear, and in forms that anybody can read. */
export interface LeakScan {
  /** Looks through text, bytes, or all that can be seen of a value. */
  readonly see: (place: string, value: unknown) => void;
  /** Looks through all files of a folder. */
  readonly seeFolder: (place: string, folder: string) => void;
  /** Bytes that were looked through. */
  readonly bytes: () => number;
  /** Findings so far, each place and form once. */
  readonly leaks: () => readonly Leak[];
}

/** Makes a search. */
export function leakScan(): LeakScan {
  const needles = MARKS.flatMap(formsOf);
  const leaks = new Map<string, Leak>();
  let bytes = 0;
  const search = (place: string, haystack: Buffer): void => {
    bytes += haystack.length;
    for (const { form, needle } of needles) {
      if (haystack.includes(needle)) leaks.set(`${place}: ${form}`, { place, form });
    }
  };
  return {
    see: (place, value) => {
      for (const text of shownForms(value)) search(place, text);
    },
    seeFolder: (place, folder) => {
      for (const name of readdirSync(folder)) search(place, readFileSync(join(folder, name)));
    },
    bytes: () => bytes,
    leaks: () => [...leaks.values()],
  };
}

interface Form {
  readonly form: string;
  readonly needle: Buffer;
}

/** Returns a text in the forms in which it can stand somewhere. */
export function formsOf(text: string): readonly Form[] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, "utf16le");
  const shapes: readonly (readonly [string, string | Buffer])[] = [
    ["as it is", text],
    ["in lower case", text.toLowerCase()],
    ["in upper case", text.toUpperCase()],
    ["reversed", Array.from(text).toReversed().join("")],
    ["reversed bytes", Buffer.from(utf8.toReversed())],
    ["in hexadecimal", utf8.toString("hex")],
    ["in hexadecimal capitals", utf8.toString("hex").toUpperCase()],
    ["in UTF-16", utf16],
    ["in UTF-16 from the other end", Buffer.from(utf16).swap16()],
    ["in a URL", encodeURIComponent(text)],
    ["in escapes", escaped(text)],
    ...[0, 1, 2].flatMap((shift) => base64Of(utf8, shift)),
  ];
  const forms = shapes.map(([form, shape]) => ({ form, needle: Buffer.from(shape as string) }));
  return forms.filter(({ needle }, at) => {
    return forms.findIndex((other) => other.needle.equals(needle)) === at;
  });
}

/** Returns a text in base64 as part of a longer one, without the letters at its ends. */
function base64Of(bytes: Buffer, shift: number): readonly (readonly [string, string])[] {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
  const cut = text.replaceAll("=", "").slice(shift === 0 ? 0 : shift + 1, -1);
  const url = cut.replaceAll("+", "-").replaceAll("/", "_");
  return [
    [`in base64 (${shift})`, cut],
    [`in base64url (${shift})`, url],
  ];
}

/** Writes all but ASCII as JSON may. */
export function escaped(text: string): string {
  return Array.from(text)
    .map((letter) => {
      const code = letter.charCodeAt(0);
      return code < 128 ? letter : `\\u${code.toString(16).padStart(4, "0")}`;
    })
    .join("");
}

/** Returns all that can be seen of a value. */
function shownForms(value: unknown): readonly Buffer[] {
  if (typeof value === "string") return [Buffer.from(value)];
  if (value instanceof Uint8Array) return [Buffer.from(value)];
  const whole = { depth: 20, maxArrayLength: null, maxStringLength: null, breakLength: Infinity };
  const texts = [inspect(value, { ...whole, showHidden: true }), jsonOf(value)];
  if (value instanceof Error) texts.push(value.stack ?? "", inspect(value.cause, whole));
  return texts.map((text) => Buffer.from(text));
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
