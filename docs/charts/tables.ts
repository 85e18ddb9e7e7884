import { embedderTable } from "./embedder-table.ts";
import { ablationTable } from "./measured/ablation-table.ts";
import { adapterTable } from "./measured/adapter-table.ts";
import { costTable } from "./measured/cost-table.ts";
import { embedderSpeedTable } from "./measured/embedder-tables.ts";
import { homeFigures } from "./measured/home-figures.ts";
import {
  findingTable,
  memoriesSummary,
  safetyTable,
  speedTable,
} from "./measured/memories-tables.ts";
import { peersTable } from "./measured/peers-table.ts";
import {
  categoryTable,
  heldOutTable,
  recallSummary,
  recallTable,
} from "./measured/recall-tables.ts";
import { runtimesTable } from "./measured/runtimes-table.ts";
import { shardsTable } from "./measured/shards-table.ts";
import {
  chatTable,
  contextTable,
  relevanceTable,
  silenceTable,
} from "./measured/silence-tables.ts";
import {
  restraintSentence,
  searchTable,
  skillSpeedTable,
  wakingTable,
} from "./measured/skills-tables.ts";
import { growthTable, tenantsTable, transferTable } from "./measured/store-tables.ts";
import { waitingTable } from "./measured/waiting-table.ts";

/** A part of a page that is written by a program. */
interface Table {
  /** From docs on. */
  readonly page: string;
  /** Name in the comments around it. */
  readonly name: string;
  readonly write: () => string;
}

/** All of them. */
export const tables: readonly Table[] = [
  { page: "embedders/choosing.md", name: "models", write: embedderTable },
  { page: "index.md", name: "measured:home", write: () => homeFigures("en") },
  { page: "zh/index.md", name: "measured:home", write: () => homeFigures("zh") },
  { page: "../README.md", name: "measured:recall", write: recallSummary },
  { page: "../README.md", name: "measured:waiting", write: () => waitingTable(0) },
  { page: "cost-and-privacy.md", name: "measured:costs", write: costTable },
  { page: "../README.md", name: "measured:peers", write: memoriesSummary },
  { page: "peers.md", name: "measured:finding", write: findingTable },
  { page: "peers.md", name: "measured:speed", write: speedTable },
  { page: "peers.md", name: "measured:safety", write: safetyTable },
  { page: "performance.md", name: "measured:waiting", write: () => waitingTable(1) },
  { page: "performance.md", name: "measured:growth", write: growthTable },
  { page: "performance.md", name: "measured:peers", write: peersTable },
  { page: "performance.md", name: "measured:tenants", write: tenantsTable },
  { page: "performance.md", name: "measured:transfer", write: transferTable },
  { page: "performance.md", name: "measured:embedders", write: embedderSpeedTable },
  { page: "performance.md", name: "measured:skills", write: skillSpeedTable },
  { page: "performance.md", name: "measured:adapters", write: adapterTable },
  {
    page: "stores/from-one-file-to-many-servers.md",
    name: "measured:shards",
    write: shardsTable,
  },
  { page: "deploy/bun-and-deno.md", name: "measured:runtimes", write: runtimesTable },
  { page: "recall-quality.md", name: "measured:recall", write: recallTable },
  { page: "recall-quality.md", name: "measured:held-out", write: heldOutTable },
  { page: "recall-quality.md", name: "measured:categories", write: categoryTable },
  { page: "recall-quality.md", name: "measured:silence", write: silenceTable },
  { page: "recall-quality.md", name: "measured:relevance", write: relevanceTable },
  { page: "recall-quality.md", name: "measured:context", write: contextTable },
  { page: "recall-quality.md", name: "measured:chat", write: chatTable },
  { page: "recall-quality.md", name: "measured:ablation", write: ablationTable },
  { page: "recall-quality.md", name: "measured:waking", write: wakingTable },
  { page: "recall-quality.md", name: "measured:restraint", write: restraintSentence },
  { page: "recall-quality.md", name: "measured:search", write: searchTable },
];

/** A page with the table in its place, between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function withTable(text: string, { name, write }: Table): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = splitOnce(text, begin);
  const [, after] = splitOnce(rest, end);
  return `${before}${begin}\n\n${write()}\n\n${end}${after}`;
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  if (place === -1) throw new Error(`the page has no ${at}`);
  return [text.slice(0, place), text.slice(place + at.length)];
}
