import { createMemory, inMemoryStore } from "@kioku/core";
import type { AsOf, Receipt } from "@kioku/core";

let today = "";
const memory = createMemory({ store: inMemoryStore(), clock: () => new Date(today) });

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error(receipt.reason);
  return receipt.record.id;
}

today = "2024-01-10";
const berlin = idOf(await memory.remember("Ann lives in Berlin", { actor: "import" }));

// Ann moved on 1 May. The memory hears of it on 1 July.
today = "2024-07-01";
const move = {
  content: "Ann lives in Paris",
  validFrom: new Date("2024-05-01"),
  supersedes: [berlin],
};
await memory.remember(move, { actor: "ann" });

today = "2024-12-01";

async function home(asOf: AsOf): Promise<string> {
  const [hit] = await memory.recall({ query: "Where does Ann live?", asOf });
  return hit ? hit.content.slice("Ann lives in ".length) : "nothing";
}

const TRUE = ["2024-03-15", "2024-06-15", "2024-09-15"];
console.log(`known on \\ true on  ${TRUE.join("  ")}`);
for (const known of ["2023-12-15", "2024-06-15", "2024-09-15"]) {
  const answers = TRUE.map((day) => home({ knownAt: new Date(known), validAt: new Date(day) }));
  const cells = (await Promise.all(answers)).map((answer) => answer.padEnd(10));
  console.log(`${known}           ${cells.join("  ")}`.trimEnd());
}

console.log("what happened to the first record:");
for (const { at, change, actor, record } of await memory.history(berlin)) {
  const until = record?.validTo?.toISOString().slice(0, 10) ?? "further notice";
  console.log(
    `  ${at.toISOString().slice(0, 10)} ${change} by ${actor ?? "nobody"}, true until ${until}`,
  );
}

const { records, revisions } = await memory.erase({ everything: true });
console.log(`erased ${records.length} records, ${revisions} versions`);
console.log(`known in June, asked after that: ${await home({ knownAt: new Date("2024-06-15") })}`);
await memory.close();
