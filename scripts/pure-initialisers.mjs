/**
 * A rolldown plugin that marks what modules compute when they are loaded, `const X = new Set(…)`,
 * as free of side effects. Our packages say `sideEffects: false`, which bundlers read for each
 * file; ours are bundled into a few files, of which a bundler otherwise keeps every call at the
 * top, and all that it calls. Only what changes nothing but its own value is marked, and only where
 * something reads the value: rolldown has dropped the rest, unless it is there for an effect.
 */
import { RolldownMagicString } from "rolldown";
import { parseAst } from "rolldown/parseAst";

import { importEffects } from "./import-effects.mjs";

/** Kinds of expressions that every bundler knows to have no effect. */
const PLAIN = new Set(["ArrowFunctionExpression", "FunctionExpression", "Identifier", "Literal"]);

/** The constants at the top of a chunk that can be left out where nobody reads them. */
export function pureInitialisers(code) {
  const { body } = parseAst(code);
  const hasEffect = importEffects(body);
  const declared = body.flatMap((statement) => {
    const declaration = statement.declaration ?? statement;
    return declaration.type === "VariableDeclaration" ? declaration.declarations : [];
  });
  return declared.filter(
    ({ id, init }) =>
      id.type === "Identifier" &&
      init &&
      !PLAIN.has(init.type) &&
      isReadIn(code, id.name) &&
      !hasEffect(init),
  );
}

/** Tests whether a name is found outside its declaration. */
function isReadIn(code, name) {
  const word = new RegExp(
    String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`,
    "gu",
  );
  return (code.match(word) ?? []).length > 1;
}

/** The plugin. Nothing moves to another line, and the source map is of the code as it is then. */
export const markPureInitialisers = {
  name: "mark-pure-initialisers",
  renderChunk(code) {
    const marked = new RolldownMagicString(code);
    for (const { id, init } of pureInitialisers(code)) {
      marked.appendLeft(init.start, "/* @__PURE__ */ (() => (");
      // A class without a name takes that of its variable, which it is no longer given to at once.
      const isNameless = init.type === "ClassExpression" && !init.id;
      if (isNameless) marked.appendLeft(init.start + "class".length, ` ${id.name}`);
      marked.appendRight(init.end, "))()");
    }
    return { code: marked.toString(), map: marked.generateMap({ hires: true }).toString() };
  },
};
