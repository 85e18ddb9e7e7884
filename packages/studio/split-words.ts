import { parseAst, type Plugin } from "vite";

/** Texts by name, also in groups and lists. */
type Words = string | readonly Words[] | { readonly [name: string]: Words };

/** Part of a syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/**
 * Puts the words of each language into a file of its own, `en.json` and `zh.json`, of which a
 * reader loads one. In the script the names of the files that they came from stay.
 */
export function splitWords(): Plugin {
  const languages: Record<string, Record<string, Words>> = { en: {}, zh: {} };
  return {
    name: "split-words",
    transform(code, id) {
      const name = /\/src\/app\/(?<name>.+)\.ts$/u.exec(id)?.groups?.["name"];
      if (name === undefined || !code.includes("defineWords({")) return undefined;
      let split = code;
      for (const [index, node] of [...findWords(parseAst(code)).entries()].toReversed()) {
        const key = `${name}${index}`;
        const both = literalOf(node) as Readonly<Record<string, Words>>;
        for (const [language, words] of Object.entries(both)) {
          (languages[language] ??= {})[key] = words;
        }
        split = split.slice(0, node.start) + JSON.stringify(key) + split.slice(node.end);
      }
      return { code: split, map: null };
    },
    generateBundle() {
      for (const [language, words] of Object.entries(languages)) {
        const fileName = `${language}.json`;
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(words) });
      }
    },
  };
}

/** Finds the arguments of all calls of `defineWords`, in order. */
export function findWords(tree: unknown): readonly Node[] {
  if (typeof tree !== "object" || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap(findWords);
  const { type, callee, arguments: given } = tree as Partial<Node>;
  const { name } = (callee ?? {}) as { readonly name?: string };
  if (type === "CallExpression" && name === "defineWords") {
    return (given as readonly Node[]).slice(0, 1);
  }
  return Object.values(tree).flatMap(findWords);
}

/** Returns the words that a literal holds. @throws an error for anything but texts */
export function literalOf({ type, ...node }: Node): Words {
  if (type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (type === "ArrayExpression") return (node["elements"] as readonly Node[]).map(literalOf);
  if (type !== "ObjectExpression") throw new Error(`words are no literal: ${type}`);
  const properties = node["properties"] as readonly { readonly key: Node; readonly value: Node }[];
  return Object.fromEntries(
    properties.map(({ key, value }) => [String(key["name"] ?? key["value"]), literalOf(value)]),
  );
}
