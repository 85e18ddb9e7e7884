import type {
  CallOptions,
  ForgetTarget,
  PromptOptions,
  RecallQuery,
  RememberInput,
} from "@kioku/core";
import { HttpError } from "@kioku/studio/http";

import { selectionOfFlags } from "../../command/selection.js";
import { wholeVersionToJson } from "../../show/version-json.js";
import type { OpenedMemory } from "../../wire/create-opened-memory.js";
import { receiptToJson } from "../remember/receipt-lines.js";

/** Memory that requests are answered from. */
export interface Service {
  /** The memory in the scope of the configuration; no request can leave it. */
  readonly opened: OpenedMemory;
  /** Memories of a recall that names no number. */
  readonly defaultLimit: number;
  /** Time now. */
  readonly clock: () => Date;
}

interface Verb {
  readonly isWrite: boolean;
  /** Answers a request, as the command of the same name does for programs. */
  run(service: Service, body: unknown, options: CallOptions): Promise<unknown>;
}

type Body = Readonly<Record<string, unknown>>;

const INSTANTS: ReadonlySet<string> = new Set(
  "occurredAt validFrom validTo knownAt validAt".split(" "),
);
const PROMPT = ["budget", "order", "cite", "preamble"];

/** Verbs by the last part of their path, `/v1/recall`. */
export const VERBS: Readonly<Record<string, Verb>> = {
  recall: read(async ({ opened, defaultLimit }, body, options) => {
    const query = { limit: defaultLimit, ...body } as unknown as RecallQuery;
    const recalled = await opened.memory.recall(query, options);
    const omitted = recalled.omitted?.map(({ memory, reason }) => ({
      ...memory,
      omittedFor: reason,
    }));
    const { notice } = recalled;
    return { query: query.query, memories: recalled, notice, omitted };
  }),
  context: read(async ({ opened }, body, options) => {
    const [prompt, query] = split(body, PROMPT);
    const how = { ...(prompt as PromptOptions), ...options };
    const made = await opened.memory.context(query, how);
    const { text, tokens, included, notice, trust, origins } = made;
    const memories = included.map(({ label, memory }) => ({ label, ...memory }));
    return { context: text, tokens, trust, origins, memories, notice };
  }),
  list: read(async ({ opened }, body, options) => {
    const { items, cursor } = await opened.memory.list(withoutOwnNotes(body), options);
    return { memories: items, cursor };
  }),
  read: read(async ({ opened }, body, options) => {
    const { id, ...others } = body;
    const found = await opened.memory.read(id as string, { ...others, ...options });
    if (found !== undefined) return { memory: found };
    throw new HttpError(404, "memory was not found");
  }),
  history: read(async ({ opened }, body, options) => {
    const { id, ...others } = body;
    const versions = await opened.memory.history(id as string, { ...others, ...options });
    return { id, versions: versions.map(wholeVersionToJson) };
  }),
  scopes: read(async ({ opened }, body, options) => {
    const { items, cursor } = await opened.memory.scopes(body, options);
    return { scopes: items.map((scope) => ({ scope })), cursor };
  }),
  stats: read(async ({ opened, clock }, _body, { signal }) => {
    const { readStats, statsToJson } = await import("../stats/stats.js");
    const stats = await readStats(opened, { now: clock(), signal, onProgress: () => undefined });
    return statsToJson(stats);
  }),
  remember: {
    isWrite: true,
    run: async ({ opened }, body, options) => {
      const mind = await opened.mind();
      if (!Array.isArray(body)) {
        return receiptToJson(await mind.remember(toInput(body), options));
      }
      const inputs = body.map((one) => (typeof one === "string" ? one : toInput(one)));
      return { receipts: (await mind.rememberAll(inputs, options)).map(receiptToJson) };
    },
  },
  update: write(async ({ opened }, body, options) => {
    const { id, ...others } = body;
    const [how, patch] = split(others, ["ifVersion", "purge", "actor", "cause"]);
    const mind = await opened.mind();
    const after = await mind.update(id as string, patch, { ...how, ...options });
    return { status: "updated", memory: after };
  }),
  forget: write(async ({ opened }, body, options) => {
    const [target, how] = split(body, ["id", "key", "filter", "everything"]);
    const mind = await opened.mind();
    const of = "id" in target && Object.keys(target).length === 1 ? target["id"] : target;
    return { forgotten: await mind.forget(of as ForgetTarget, { ...how, ...options }) };
  }),
};

type Run = (service: Service, body: Body, options: CallOptions) => Promise<unknown>;

function read(run: Run): Verb {
  return {
    isWrite: false,
    run: async (service, body, options) => run(service, withInstants(requireObject(body)), options),
  };
}

function write(run: Run): Verb {
  return { ...read(run), isWrite: true };
}

function toInput(body: unknown): RememberInput {
  return withInstants(requireObject(body)) as unknown as RememberInput;
}

function requireObject(body: unknown): Body {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  throw new HttpError(400, "body must be an object");
}

/** Leaves the notes that a mind keeps for itself out, as the command does, unless asked for. */
function withoutOwnNotes(body: Body): Body {
  if (body["kinds"] !== undefined) return body;
  const { filter } = selectionOfFlags({ below: false });
  const asked = body["filter"];
  return { ...body, filter: asked === undefined ? filter : { $and: [filter, asked] } };
}

function split(body: Body, names: readonly string[]): readonly [Body, Body] {
  const entries = Object.entries(body);
  return [
    Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  ];
}

/** Reads ISO 8601 where the memory takes instants. What is no instant is left for it to refuse. */
function withInstants(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name === "asOf" && typeof value === "object" && value !== null) {
        return [name, withInstants(value as Body)];
      }
      const isInstant = INSTANTS.has(name) && typeof value === "string";
      return [name, isInstant ? new Date(value) : value];
    }),
  );
}
