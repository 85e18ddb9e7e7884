import { Composer, isMap, isScalar, LineCounter, Parser, visit, type Document } from "yaml";

/** A YAML value: texts, lists and maps only. */
export type YamlValue = string | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

export interface ParsedYaml {
  /** The value; absent if the text is not YAML. */
  readonly value?: unknown;
  /** The error, with its line. */
  readonly error?: string;
  /** Constructs that are YAML, but unreliable. */
  readonly doubts: readonly string[];
  /** Constructs that the StrictYAML of the standard's validator does not read. */
  readonly unstrict: readonly string[];
}

/** Position of an error, as the library gives it to its handler. */
type FaultPosition = number | readonly number[] | { readonly offset: number };
type ComposerError = [position: FaultPosition, code: string, message: string, isWarning?: boolean];

/**
 * Reads YAML with texts as the only scalars (the failsafe schema), so that `version: 1.0` stays
 * `1.0`. Aliases are refused, tags are ignored, of equal keys the last counts. Never throws.
 * @see https://yaml.org/spec/1.2.2/#101-failsafe-schema
 */
export function parseYaml(text: string, firstLine = 1): ParsedYaml {
  const lines = new LineCounter();
  const fault = (position: number, message: string): ParsedYaml => {
    const line = lines.linePos(position).line + firstLine - 1;
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

/** Stops the parser at the first error. */
class YamlFault extends Error {
  readonly offset: number;

  constructor(position: FaultPosition, message: string) {
    super(message);
    this.offset = offsetOf(position);
  }
}

function offsetOf(position: FaultPosition): number {
  if (typeof position === "number") return position;
  return "offset" in position ? position.offset : (position[0] ?? 0);
}

/** Composes the first document of a text. */
function composeFirst(text: string, lines: LineCounter): Document.Parsed | undefined {
  const composer = new Composer({
    schema: "failsafe",
    stringKeys: true,
    // The library compares all pairs of keys, which takes seconds for thousands of them.
    // `findOddities` does it in one pass.
    uniqueKeys: false,
    logLevel: "silent",
    lineCounter: lines,
  });
  // The library goes on after an error and makes a stack trace for each, which takes half a second
  // for 10,000 errors. Each collection around an error throws again, so keep the first.
  let first: YamlFault | undefined;
  Object.assign(composer, {
    onError(...[position, , message, isWarning]: ComposerError): void {
      if (isWarning === true) return;
      first ??= new YamlFault(position, message);
      throw first;
    },
  });
  const tokens = new Parser(lines.addNewLine).parse(text);
  const [document] = composer.compose(tokens, true, text.length);
  return document;
}

/** Finds equal keys, tags, anchors, and collections in brackets. */
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
