/**
 * Shows a model as one of the specification V3, which both versions of the AI SDK take, with some
 * members of its own. All else is that of the model, also what the SDK finds by symbols, such as
 * limits in bytes. Methods of the model have to be called on the model: those of a class with
 * private members fail on anything else.
 */
export function asV3(model: object, own: Readonly<Record<string, unknown>>): object {
  const members: Readonly<Record<string, unknown>> = { specificationVersion: "v3", ...own };
  const get = (_: object, name: string | symbol): unknown =>
    typeof name === "string" && Object.hasOwn(members, name)
      ? members[name]
      : Reflect.get(model, name);
  // Of an empty object, since a proxy may not tell anything else than a frozen model does.
  return new Proxy({}, { get });
}
