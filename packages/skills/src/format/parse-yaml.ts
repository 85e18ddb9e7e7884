import { Composer, isMap, isScalar, LineCounter, Parser, visit } from "yaml";
import type { Document } from "yaml";

/** What a YAML text holds: texts, lists and maps, nothing else. */
export type YamlValue = string | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

/** What came of a text of YAML. */
export interface ParsedYaml {
  /** The value; absent where the text is no YAML. */
  readonly value?: unknown;
  /** Why it is no YAML, with the line. */
  readonly error?: string;
  /** What is YAML, but better not relied on. */
  readonly doubts: readonly string[];
  /** What the StrictYAML of the standard's validator does not read. */
  readonly unstrict: readonly string[];
}

/** Place of an error, as the library gives it to its handler. */
type FaultPlace = number | readonly number[] | { readonly offset: number };
type ComposerError = [place: FaultPlace, code: string, message: string, isWarning?: boolean];

/**
 * Reads YAML with texts as the only scalars (the failsafe schema), so that `version: 1.0` stays
 * `1.0`. Aliases are refused, tags make nothing, of equal keys the last counts. Never throws.
 *
 * @see https://yaml.org/spec/1.2.2/#101-failsafe-schema
 */
export function parseYaml(text: string, firstLine = 1): ParsedYaml {
  const lines = new LineCounter();
  const fault = (place: number, message: string): ParsedYaml => {
    const line = lines.linePos(place).line + firstLine - 1;
    return { error: `line ${line}: ${message.slice(0, 200)}`, doubts: [], unstrict: [] };
  };
  try {
    const document = composeFirst(text, lines);
    const [error] = document?.errors ?? [];
    if (error) return fault(error.pos[0], error.message);
    if (!document) return { doubts: [], unstrict: [] };
    return {
      value: document.toJS({ mapAsMap: true, maxAliasCount: 0 }) as unknown,
      ...findOddities(document),
    };
  } catch (error) {
    if (error instanceof YamlFault) return fault(error.offset, error.message);
    // An alias, or nesting too deep for the stack.
    return {
      error: error instanceof Error ? error.message : "it is no YAML",
      doubts: [],
      unstrict: [],
    };
  }
}

/** Ends the reading at the first error. */
class YamlFault extends Error {
  readonly offset: number;

  constructor(place: FaultPlace, message: string) {
    super(message);
    this.offset = offsetOf(place);
  }
}

function offsetOf(place: FaultPlace): number {
  if (typeof place === "number") return place;
  return "offset" in place ? place.offset : (place[0] ?? 0);
}

/** The first document of a text. */
function composeFirst(text: string, lines: LineCounter): Document.Parsed | undefined {
  const composer = new Composer({
    schema: "failsafe",
    stringKeys: true,
    // The library compares all pairs of keys, which takes seconds for thousands of them.
    // `findOddities` looks for equal ones.
    uniqueKeys: false,
    logLevel: "silent",
    lineCounter: lines,
  });
  // The library goes on after an error, and makes an object with a stack trace of each: 10 KB can
  // have 10,000 of them, which take half a second. Only the first is of use. What is thrown comes
  // back here as another error, once for each collection around it.
  let first: YamlFault | undefined;
  Object.assign(composer, {
    onError(...[place, , message, isWarning]: ComposerError): void {
      if (isWarning === true) return;
      first ??= new YamlFault(place, message);
      throw first;
    },
  });
  const tokens = new Parser(lines.addNewLine).parse(text);
  const [document] = composer.compose(tokens, true, text.length);
  return document;
}

/** Keys that come twice, tags, anchors, and collections in brackets. */
function findOddities(document: Document): Pick<ParsedYaml, "doubts" | "unstrict"> {
  const doubts = new Set<string>();
  const unstrict = new Set<string>();
  visit(document, {
    Node(_, node) {
      if ("anchor" in node && node.anchor !== undefined) unstrict.add("anchors (&) are not read");
      if (node.tag !== undefined) doubts.add("tags (!) are not followed");
    },
    Collection(_, node) {
      if (node.flow === true) unstrict.add("collections in [] or {} are not read by the validator");
      if (isMap(node) && hasEqualKeys(node.items))
        doubts.add("a key comes twice; the last one counts");
    },
  });
  return { doubts: [...doubts], unstrict: [...unstrict] };
}

function hasEqualKeys(pairs: readonly { readonly key: unknown }[]): boolean {
  const keys = pairs.map(({ key }) => (isScalar(key) ? key.value : key));
  return new Set(keys).size < keys.length;
}
