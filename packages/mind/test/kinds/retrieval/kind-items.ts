import type { MemoryKinds } from "../../../src/kinds/index.js";

/** Stores some items of each kind, about a garden and about other things. */
export async function fill(kinds: MemoryKinds): Promise<void> {
  await kinds.append("persona", "You are Kioku, and you answer briefly.");
  await kinds.append("human", "Ana, a gardener in Porto.");
  const event = { event_type: "user_message", actor: "user" } as const;
  await kinds.insert("episodic", [
    {
      ...event,
      summary: "Ana planted tomatoes in the greenhouse.",
      details: "Ana planted twelve tomatoes in the greenhouse with her uncle.",
      occurred_at: "2026-02-10 09:00:00",
    },
    {
      ...event,
      summary: "Ana repaired her bicycle.",
      details: "Ana repaired the chain of her bicycle.",
      occurred_at: "2026-02-20 09:00:00",
    },
    {
      ...event,
      summary: "安娜在温室里种了西红柿。",
      details: "安娜和叔叔一起在温室里种了十二棵西红柿。",
      occurred_at: "2026-02-11 09:00:00",
    },
  ]);
  await kinds.insert("semantic", [
    {
      name: "Greenhouse",
      summary: "The greenhouse stands behind the house.",
      details: "The greenhouse is small and heated; tomatoes grow well in it.",
      source: "user",
    },
    { name: "Lisbon", summary: "Lisbon is a city.", details: "Trams climb its hills.", source: "" },
  ]);
  await kinds.insert("procedural", [
    {
      entry_type: "guide",
      summary: "How to water tomatoes.",
      steps: ["Water the tomatoes in the morning.", "Keep the leaves dry."],
    },
    {
      entry_type: "script",
      summary: "How to deploy the site.",
      steps: ["Run the build.", "Push."],
    },
  ]);
  await kinds.insert("resource", [
    {
      title: "Plan of the greenhouse",
      summary: "A plan of beds.",
      resource_type: "markdown",
      content: "Bed one holds tomatoes. Bed two holds beans.",
    },
    { title: "Recipe", summary: "A soup.", resource_type: "doc", content: "Boil the onions." },
  ]);
  const secret = { entry_type: "credential", source: "Ana" };
  await kinds.insert("knowledge_vault", [
    {
      ...secret,
      sensitivity: "medium",
      caption: "Code of the lock of the greenhouse.",
      secret_value: "violet-7781",
    },
    {
      ...secret,
      sensitivity: "high",
      caption: "Account of the greenhouse at the bank.",
      secret_value: "scarlet-9902",
    },
  ]);
}
