/**
 * Checks that no source file of a package has module state: a `let` or `var` at its top, or a
 * constant there that a function writes to. Tables that are only read are fine.
 */
import { parseAst } from "rolldown/parseAst";

import { report, sourceFiles } from "./source-files.mjs";

/** Methods that write to the collection they are called on. */
const WRITING = new Set(
  `set add delete clear push pop shift unshift splice sort reverse fill copyWithin`.split(" "),
);
/** Functions of `Object` that write to their first argument. */
const WRITING_ARGUMENT = new Set(["assign", "defineProperty", "defineProperties"]);
/** Collections that are of no use empty, unless something is written to them. */
const COLLECTIONS = new Set(["Map", "Set", "WeakMap", "WeakSet", "Array"]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "StaticBlock",
]);

function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string");
}

/** Returns the variable declaration of a statement, exported or not. */
function declarationOf(statement) {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  return declared?.type === "VariableDeclaration" && !declared.declare ? declared : undefined;
}

/** Removes what only types say from an expression. */
function plain(node) {
  const isTyped = /^TS(?:As|Satisfies|NonNull)|^(?:Parenthesized|Chain)Expression$/u;
  return node !== null && isTyped.test(node?.type) ? plain(node.expression) : node;
}

/** Returns the name at the root of `a.b[c]`. */
function rootOf(node) {
  const one = plain(node);
  if (one?.type === "MemberExpression") return rootOf(one.object);
  return one?.type === "Identifier" ? one.name : undefined;
}

/** Returns the name whose members a node writes to. */
function writtenBy(node) {
  const target = plain(node.left ?? node.argument);
  const isWrite =
    node.type === "AssignmentExpression" ||
    node.type === "UpdateExpression" ||
    (node.type === "UnaryExpression" && node.operator === "delete");
  if (isWrite) return target?.type === "MemberExpression" ? rootOf(target) : undefined;
  const callee = node.type === "CallExpression" ? plain(node.callee) : undefined;
  if (callee?.type !== "MemberExpression") return undefined;
  if (rootOf(callee) === "Object" && WRITING_ARGUMENT.has(callee.property.name)) {
    return rootOf(node.arguments[0]);
  }
  return WRITING.has(callee.property.name) ? rootOf(callee.object) : undefined;
}

/** Returns the names that functions of a node write to, without those that they declare. */
function writesIn(node, isInFunction, declared) {
  const isFunction = FUNCTIONS.has(node.type);
  const own = isFunction ? new Set([...declared, ...localNames(node)]) : declared;
  const written = isInFunction ? writtenBy(node) : undefined;
  return [
    ...(written === undefined || own.has(written) ? [] : [written]),
    ...childrenOf(node).flatMap((child) => writesIn(child, isInFunction || isFunction, own)),
  ];
}

/** Returns the names of a function's parameters and of all variables in it. */
function localNames(node) {
  const names = (node.params ?? []).flatMap(namesOf);
  const inside = (child) => [
    ...(child.type === "VariableDeclarator" ? namesOf(child.id) : []),
    ...(FUNCTIONS.has(child.type) ? [] : childrenOf(child).flatMap(inside)),
  ];
  return [...names, ...inside(node.body)];
}

/** Returns the names that a pattern binds. */
function namesOf(pattern) {
  if (pattern?.type === "Identifier") return [pattern.name];
  if (pattern?.type === "AssignmentPattern") return namesOf(pattern.left);
  if (pattern?.type === "Property") return namesOf(pattern.value);
  return pattern === null ? [] : childrenOf(pattern).flatMap(namesOf);
}

/** Tests for `new Map()` and `[]` that no type declares to be read-only. */
function isEmptyCollection({ id, init }) {
  const value = plain(init);
  const type = id.typeAnnotation?.typeAnnotation;
  const isReadonly =
    type?.type === "TSTypeOperator" || type?.typeName?.name?.startsWith("Readonly");
  if (value === null || isReadonly) return false;
  if (value?.type === "ArrayExpression") return value.elements.length === 0;
  const isNew = value?.type === "NewExpression" && COLLECTIONS.has(value.callee.name);
  return isNew && value.arguments.length === 0;
}

function problemsOf({ path, text }) {
  const { body } = parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const written = new Set(body.flatMap((statement) => writesIn(statement, false, new Set())));
  return body.flatMap((statement) => {
    const declaration = declarationOf(statement);
    if (declaration === undefined) return [];
    const line = text.slice(0, declaration.start).split("\n").length;
    return declaration.declarations.flatMap((declarator) => {
      const name = namesOf(declarator.id).join(", ");
      const at = `${path}:${line}: state of the module`;
      if (declaration.kind !== "const") return [`${at}: ${declaration.kind} ${name}`];
      const isWritten = namesOf(declarator.id).some((one) => written.has(one));
      return isWritten || isEmptyCollection(declarator) ? [`${at}: ${name} is written to`] : [];
    });
  });
}

// The page of the studio is a program: a browser loads it once, for one tab.
const PAGE = "packages/studio/src/app/";

report(
  sourceFiles()
    .filter(({ path }) => !path.startsWith(PAGE))
    .flatMap(problemsOf),
);
