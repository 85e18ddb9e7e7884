/** Returns an object with some members in the place of its own; its methods stay bound to it. */
export function withMembers<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
