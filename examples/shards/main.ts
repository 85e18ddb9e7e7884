import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createMemory, MemoryError } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { shardedStore, shardOfScope } from "@kioku/store-postgres";

const SHARDS = 8;
// PostgreSQL in this process. On a server, pass connectionString instead.
const client = await PGlite.create({ extensions: { vector } });
const store = shardedStore({ client, shards: SHARDS });
const customers = createMemory({ store, embedder: localEmbedder() });

// A customer is in one shard as a whole, by a hash of the first element of the scope.
const said = [
  ["acme", "ann", "Ann keeps bees behind the house"],
  ["acme", "bob", "Bob paints the beehives blue every spring"],
  ["globex", "carol", "Carol wants the invoices in euros"],
  ["initech", "dan", "Dan is allergic to bees"],
] as const;
for (const [customer, user, text] of said) {
  await customers.scope(customer, user).remember(text);
}
for (const shard of new Set(said.map(([customer]) => shardOfScope([customer], SHARDS)))) {
  const records = `kioku_${shard}.records`;
  const { rows } = await client.query<{ scope: string }>(`select scope from ${records} order by 1`);
  console.log(`${records}: ${rows.map(({ scope }) => scope).join(", ")}`);
}

// Only the shards that somebody used are there. Maintaining makes the others, and their indexes.
const count = "select from pg_namespace where nspname like 'kioku\\_%'";
console.log(`shards made: ${(await client.query(count)).rows.length}`);
await store.maintain();
console.log(`after maintain: ${(await client.query(count)).rows.length}`);

// One customer: one shard is asked.
const [found] = await customers.scope("acme", "ann").recall("Which animals does Ann keep?");
console.log(`acme: ${found?.content}`);

// All customers: every shard is asked, and the ranking is that of one store.
for (const { scope, content } of await customers.recall({ query: "bees", reach: "below" })) {
  console.log(`all: ${scope.join("/")}: ${content}`);
}

// The number of shards is theirs for good.
const other = shardedStore({ client, shards: 4 });
const refused = await other.open().catch((error: unknown) => error);
console.log(`four shards: ${MemoryError.is(refused) ? refused.code : "no error"}`);

await customers.close();
await client.close();
