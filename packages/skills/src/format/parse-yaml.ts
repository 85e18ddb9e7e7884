import { LineCounter, isMap, isScalar, parseDocument, visit } from "yaml";
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

/**
 * Reads YAML with texts as the only scalars (the failsafe schema), so that `version: 1.0` stays `1.0`. Aliases are refused, tags make
 * nothing, of equal keys the last counts. Never throws.
 *
 * @see https://yaml.org/spec/1.2.2/#101-failsafe-schema
 */
export function parseYaml(text: string, firstLine = 1): ParsedYaml {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: "failsafe",
      stringKeys: true,
      // The library compares all pairs of keys, which takes seconds for thousands of them. `findOddities` looks for equal ones.
      uniqueKeys: false,
      logLevel: "silent",
      prettyErrors: false,
      lineCounter: lines,
    });
    const [error] = document.errors;
    if (error) {
      const line = lines.linePos(error.pos[0]).line + firstLine - 1;
      return { error: `line ${line}: ${error.message.slice(0, 200)}`, doubts: [], unstrict: [] };
    }
    return {
      value: document.toJS({ mapAsMap: true, maxAliasCount: 0 }) as unknown,
      ...findOddities(document),
    };
  } catch (error) {
    // An alias, or nesting too deep for the stack.
    return {
      error: error instanceof Error ? error.message : "it is no YAML",
      doubts: [],
      unstrict: [],
    };
  }
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
