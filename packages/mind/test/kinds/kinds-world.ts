import { createMemory, type MemoryPlugin, type MemoryRoot, type MemoryStore } from "@kioku/core";
import { wordEmbedder } from "@kioku/testing/support";

import {
  createKinds,
  createVault,
  type GivenFields,
  type ItemKind,
  type MemoryKinds,
} from "../../src/kinds/index.js";

/** Kinds of one memory, with time that is set by hand. */
export interface KindsWorld {
  readonly memory: MemoryRoot;
  /** Kinds of the scope `["mei"]`. */
  readonly kinds: MemoryKinds;
  /** Makes further kinds of the same scope. */
  readonly another: () => MemoryKinds;
  readonly pass: (ms: number) => void;
}

/** Options of a world. */
export interface WorldOptions {
  readonly store: MemoryStore;
  readonly plugins?: readonly MemoryPlugin[];
  readonly blockLimit?: number;
  readonly hasEmbedder?: boolean;
}

/** Makes a world. Its clock moves by a second with each reading. */
export function newKindsWorld(options: WorldOptions): KindsWorld {
  const { store, plugins = [], blockLimit, hasEmbedder = true } = options;
  let now = Date.parse("2026-03-04T10:00:00Z");
  const clock = (): Date => new Date((now += 1_000));
  const embedder = hasEmbedder ? wordEmbedder() : undefined;
  const memory = createMemory({ store, clock, embedder, plugins });
  const vault = createVault({ keys: { first: new Uint8Array(32).fill(7) }, current: "first" });
  const another = (): MemoryKinds => createKinds({ memory, vault, blockLimit, clock }).scope("mei");
  return {
    memory,
    kinds: another(),
    another,
    pass: (ms) => {
      now += ms;
    },
  };
}

/** Items to change for tests. */
export const SAMPLES: { readonly [K in ItemKind]: GivenFields[K] } = {
  episodic: {
    event_type: "user_message",
    summary: "Mei planted tulips.",
    details: "In the garden behind the house, 在花园里。",
    actor: "user",
    occurred_at: "2026-03-01 08:30:00",
  },
  semantic: {
    name: "Rex",
    summary: "A poodle of three years.",
    details: "He is afraid of thunder. 他怕打雷。",
    source: "Mei said so",
  },
  procedural: {
    entry_type: "workflow",
    summary: "Publishing the newsletter.",
    steps: ["Collect articles", "Ask Tom for pictures", "发送邮件"],
  },
  resource: {
    title: "Lease of the flat",
    summary: "Contract with the landlord.",
    resource_type: "pdf_text",
    content: "The deposit is three months of rent. 押金为三个月租金。",
  },
  knowledge_vault: {
    entry_type: "credential",
    source: "letter of the bank",
    sensitivity: "high",
    secret_value: "violet-otter-9471",
    caption: "Login for online banking, 网上银行",
  },
};

/** Returns the fields that are shown of fields that were written. */
export function shownOf(fields: object): object {
  const { secret_value: _, ...shown } = fields as { readonly secret_value?: string };
  return shown;
}

/** Returns ids of the records of receipts. */
export function idsOf(
  receipts: readonly { readonly status: string; readonly record?: { readonly id: string } }[],
): readonly string[] {
  return receipts.flatMap(({ record }) => (record ? [record.id] : []));
}
