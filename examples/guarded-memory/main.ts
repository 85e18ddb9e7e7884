import { createMemory, inMemoryStore } from "@kioku/core";
import { auditLog, redaction, sourceQuota, verifyAuditLog } from "@kioku/plugins";

const memory = createMemory({
  store: inMemoryStore(),
  plugins: [redaction(), sourceQuota({ writes: 2 }), auditLog()],
});
const ann = memory.scope("ann");

const told = "Book the hotel with 4111 1111 1111 1111, door code: k7-2210, password: tul1p";
const booked = await ann.remember(told, { actor: "ann" });
if (booked.status === "stored") console.log("kept:", booked.record.content);
console.log("replaced:", memory.redaction.report().byRule);

for (const page of ["prices", "weather", "buy now", "buy now!!"]) {
  const receipt = await ann.remember({ content: page, origin: "web" }, { actor: "crawler" });
  console.log(`page “${page}”: ${receipt.status}`);
}
await ann.forget({ filter: { "@origin": "web" } }, { actor: "admin", cause: "spam" });

const entries = memory.auditLog.entries();
for (const { operation, actor, count } of entries)
  console.log(`log: ${actor} ${operation} ${count}`);
console.log("the log is whole:", verifyAuditLog(entries).ok);
const forged = entries.with(1, { ...entries[1], actor: "ann" } as (typeof entries)[number]);
console.log("with one name changed:", verifyAuditLog(forged));

await memory.close();
