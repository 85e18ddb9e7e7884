/**
 * Tests whether an expression at the top of a chunk does anything but make its value. All functions
 * of the chunk that it calls are read, too; unknown calls count as an effect.
 */

/** Functions and classes of JavaScript that change nothing, and namespaces of such. */
const PURE_GLOBALS = new Set(
  `Array BigInt Boolean Date Error Float32Array Float64Array Int32Array Intl JSON Map Math Number Object RegExp Set String Symbol TypeError
  Uint16Array Uint32Array Uint8Array Proxy WeakMap WeakSet
  crypto`.split(/\s+/u),
);
/** Methods that change neither what they are called on nor anything else. */
const PURE_METHODS = new Set(
  `charAt charCodeAt codePointAt at concat endsWith entries every exp filter find findIndex flat flatMap for forEach fromEntries freeze
  getTime has includes indexOf is isArray join keys map match matchAll of from parse padEnd padStart raw reduce repeat replace replaceAll
  slice some split startsWith stringify test toISOString toLowerCase toReversed toSorted toSpliced toString toUpperCase trim values with
  fromCharCode getOwnPropertyNames isFinite isInteger isSafeInteger UTC ceil floor sqrt log max min round pow abs Segmenter randomUUID`.split(
    /\s+/u,
  ),
);
/**
 * Methods that change what they are called on, or their first argument, which is no effect where
 * the initialiser made it.
 */
const CHANGING = new Set(
  "add append assign clear copyWithin defineProperty delete fill pop push reverse set shift sort splice unshift".split(
    " ",
  ),
);
/** Of other packages and chunks, or too long to be read here: looked at, they only make a value. */
const LOOKED_AT = new Set(
  "compareText findAssigned hashText putFound putOp queuedPut restoreOp revisionOf spaceVector textLeg vectorLeg isTrusted Kysely MemoryError parseFilter scopeToPath sql sql.raw stemmer testRecord".split(
    " ",
  ),
);

const isFunction = ({ type }) =>
  type.endsWith("FunctionExpression") || type === "FunctionDeclaration";
const children = (node) =>
  Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter((one) => typeof one?.type === "string"),
  );

/** All nodes below, functions and classes included. */
function* descendants(node) {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

/** `a` of `a.b[c].d()`; `undefined` for a value that the expression made itself. */
function rootOf(node) {
  if (node.type === "MemberExpression") return rootOf(node.object);
  if (node.type === "ChainExpression") return rootOf(node.expression);
  return node.type === "Identifier" || node.type === "ThisExpression" ? node : undefined;
}

function namesIn(pattern) {
  return [...descendants(pattern)]
    .filter(({ type }) => type === "Identifier")
    .map(({ name }) => name);
}

/** Returns the values of what is declared at the top of a chunk, by name, where they are known. */
function declaredAtTop(body) {
  const top = new Map();
  for (const statement of body) {
    const declaration = statement.declaration ?? statement;
    if (declaration.type === "ImportDeclaration") {
      for (const { local } of declaration.specifiers) top.set(local.name, "import");
    } else if (declaration.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations) {
        for (const name of namesIn(id)) top.set(name, init ?? undefined);
      }
    } else if (declaration.id?.type === "Identifier") top.set(declaration.id.name, declaration);
  }
  return top;
}

/** Parameters and variables of all functions in a node, by which a name is not that of the top. */
function declaredWithin(node) {
  const names = new Set();
  for (const one of descendants(node)) {
    if (isFunction(one)) one.params.flatMap(namesIn).forEach((name) => names.add(name));
    if (one.type === "VariableDeclarator") namesIn(one.id).forEach((name) => names.add(name));
    if (one.type === "CatchClause" && one.param)
      namesIn(one.param).forEach((name) => names.add(name));
    if (one.type.endsWith("Declaration") && one.id) names.add(one.id.name);
  }
  return names;
}

/** Tests whether a changed object belongs to the function that is read. */
function isLocal(node, { local }) {
  const root = rootOf(node);
  if (root === undefined) return true;
  return local.has(root.type === "ThisExpression" ? "this" : root.name);
}

/** Tests whether every target of an assignment belongs to the function that is read. */
function isLocalTarget(target, context) {
  if (target.type.endsWith("Pattern"))
    return namesIn(target).every((name) => context.local.has(name));
  return isLocal(target, context);
}

/** Makes the question for a chunk, given the statements of it. */
export function importEffects(body) {
  const top = declaredAtTop(body);
  const methods = new Map();
  for (const one of body.flatMap((statement) => [...descendants(statement)])) {
    const isMethod = one.type === "MethodDefinition" || one.type === "Property";
    if (!isMethod || !isFunction(one.value)) continue;
    methods.set(one.key.name, [...(methods.get(one.key.name) ?? []), one.value]);
  }

  /** `local`: names that are not those of the top; `seen`: what is being asked already. */
  function runs(node, local, seen) {
    const inside = { local: new Set([...local, ...declaredWithin(node)]), seen };
    return children(node).some((child) => effect(child, inside));
  }

  function called(node, { local, seen }, whatIsThis) {
    if (seen.has(node)) return false;
    seen.add(node);
    if (isFunction(node)) return runs(node, new Set(whatIsThis), seen);
    if (!node.type.startsWith("Class")) return true;
    const base = node.superClass;
    const made = node.body.body.filter(
      (one) => !one.static && (one.kind === "constructor" || one.type === "PropertyDefinition"),
    );
    if (base?.type === "Identifier" && calledByName(base, { local, seen }, true)) return true;
    return made.some(
      ({ value }) =>
        value &&
        (isFunction(value)
          ? runs(value, new Set(["this"]), seen)
          : effect(value, { local: new Set(["this"]), seen })),
    );
  }

  function calledByName({ name }, context, isNew) {
    if (context.local.has(name)) return false;
    const value = top.get(name);
    if (top.has(name) && LOOKED_AT.has(name.replace(/\$\d+$/u, ""))) return false;
    if (value === "import") return true;
    if (value === undefined) return top.has(name) || !PURE_GLOBALS.has(name);
    if (value.type === "Identifier") return calledByName(value, context, isNew);
    return called(value, context, isNew ? ["this"] : []);
  }

  function callEffect(node, context) {
    const callee = node.callee ?? node.tag;
    if (callee.type === "Identifier")
      return calledByName(callee, context, node.type === "NewExpression");
    if (callee.type === "Super") return false;
    if (isFunction(callee)) return runs(callee, context.local, context.seen);
    if (callee.type !== "MemberExpression" || callee.computed) return true;
    const { name } = callee.property;
    const root = rootOf(callee);
    const isGlobal =
      root?.type === "Identifier" && !context.local.has(root.name) && !top.has(root.name);
    if (isGlobal && !PURE_GLOBALS.has(root.name)) return true;
    if (CHANGING.has(name)) {
      return !isLocal(isGlobal ? (node.arguments[0] ?? callee) : callee, context);
    }
    if (PURE_METHODS.has(name)) return false;
    if (top.get(root?.name) === "import") return !LOOKED_AT.has(`${root.name}.${name}`);
    const found = methods.get(name);
    if (found === undefined) return true;
    return found.some((method) =>
      called(method, context, isLocal(callee, context) ? ["this"] : []),
    );
  }

  function classEffect(node, context) {
    return node.body.body.some(
      (one) =>
        one.type === "StaticBlock" ||
        (one.computed && effect(one.key, context)) ||
        (one.static &&
          one.type === "PropertyDefinition" &&
          one.value &&
          effect(one.value, context)),
    );
  }

  function effect(node, context) {
    if (isFunction(node)) return false;
    if (node.type.startsWith("Class")) return classEffect(node, context);
    if (/^(?:Await|Yield|Import)Expression$/u.test(node.type)) return true;
    if (node.type === "AssignmentExpression" && !isLocalTarget(node.left, context)) return true;
    const changes = node.type === "UpdateExpression" || node.operator === "delete";
    if (changes && !isLocal(node.argument, context)) return true;
    const calls = /^(?:Call|New|TaggedTemplate)Expression$/u.test(node.type);
    if (calls && callEffect(node, context)) return true;
    // A function may call its arguments, at once unless they are for later.
    const given = calls
      ? (node.arguments ?? []).filter((one) => isFunction(one) && !one.async)
      : [];
    if (given.some((one) => runs(one, context.local, context.seen))) return true;
    return children(node).some((child) => effect(child, context));
  }

  return (expression) => effect(expression, { local: new Set(), seen: new Set() });
}
