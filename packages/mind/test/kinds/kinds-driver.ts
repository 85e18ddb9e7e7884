import { MemoryError } from "@kioku/core";

import type { Change, Outcome } from "./plain-model.js";
import type { Driver, RunParts } from "./random-run.js";

/** Returns a driver that calls the kinds. */
export function kindsDriver(parts: RunParts): Driver {
  return {
    async change(given, idOf) {
      try {
        return await changeKinds(parts, given, idOf);
      } catch (error) {
        if (MemoryError.is(error)) return { error: error.code };
        throw error;
      }
    },
    async search({ words, kind, field, method, limit, tags: filterTags }) {
      const query = { query: words.join(" "), kind, field, method, limit, filterTags };
      return (await parts.kinds.search(query)).map(({ item }) => item.id);
    },
  };
}

async function changeKinds(
  { kinds, memory }: RunParts,
  given: Change,
  idOf: (handle: number) => string,
): Promise<Outcome> {
  if (given.op === "forget") {
    await memory.forget(idOf(given.target));
    return { statuses: [] };
  }
  const trust = given.isTrusted ? 1 : 0.5;
  if (given.op === "insert") {
    const options = { trust, filterTags: given.tags };
    return statusesOf(await kinds.insert(given.kind, given.items as never, options));
  }
  if (given.op === "replace") {
    const change = { ids: given.targets.map(idOf), items: given.items as never };
    const options = { trust, filterTags: given.tags };
    return statusesOf(await kinds.replace(given.kind, change, options));
  }
  if (given.op === "merge") {
    const { target, summary, details } = given;
    await kinds.merge(idOf(target), { summary, details }, { trust });
  } else {
    await kinds[given.op](given.label, given.text, { trust });
  }
  return { statuses: ["stored"] };
}

function statusesOf(receipts: readonly { readonly status: string }[]): Outcome {
  return { statuses: receipts.map(({ status }) => (status === "duplicate" ? status : "stored")) };
}
