/** Asks a server as people of two customers would, and prints what it answers. */
export async function tour(url: string): Promise<void> {
  /** A request with a token; prints its status and resolves to the text of the answer. */
  async function call(token: string, request: string, content?: string): Promise<string> {
    const [method = "", path = ""] = request.split(" ");
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(content !== undefined && { body: JSON.stringify({ content }) }),
    });
    const answer = await response.text();
    // Ids differ from run to run.
    const shown = request.replace(/[\da-f-]{36}/u, "ID");
    console.log(`${response.status}  ${token.padEnd(13)}  ${shown}`);
    return answer;
  }
  /** Prints the results of a recall. */
  async function ask(token: string, query: string): Promise<void> {
    const answer = await call(token, `GET /memories?query=${encodeURIComponent(query)}`);
    const { memories } = JSON.parse(answer) as { memories: readonly { content: string }[] };
    console.log(`     ${memories.map(({ content }) => content).join(", ") || "nothing"}`);
  }

  console.log("everybody sees their own");
  const { id } = JSON.parse(await call("ann-at-acme", "POST /memories", "I keep bees")) as {
    id: string;
  };
  await call("eve-at-globex", "POST /memories", "I paint boxes for bees");
  await ask("ann-at-acme", "bees");
  await ask("bo-at-acme", "bees");
  await ask("eve-at-globex", "bees");

  console.log("an id of somebody else is no id");
  await call("ann-at-acme", `GET /memories/${id}`);
  await call("eve-at-globex", `GET /memories/${id}`);
  await call("eve-at-globex", `DELETE /memories/${id}`);
  await call("guessed", "GET /memories?query=bees");

  console.log("limits");
  await call("ann-at-acme", "POST /memories", "I sold the honey");
  await call("ann-at-acme", "POST /memories", "I bought a new hive");
  await call("ann-at-acme", "POST /memories", "One more than the quota of three");
  await call("bo-at-acme", "POST /memories", "x".repeat(100_000));
  await call("bo-at-acme", "POST /memories", " ");

  console.log("a customer takes everything along, and leaves");
  await call("bo-at-acme", "GET /export");
  const lines = (await call("admin-of-acme", "GET /export")).trim().split("\n");
  const records = lines.filter((line) => line.includes('"record"'));
  console.log(`     ${records.length} records, of globex: ${lines.join().includes("boxes")}`);
  console.log(
    `     erased: ${/"erased":(?<count>\d+)/u.exec(await call("admin-of-acme", "DELETE /memories"))?.[1]}`,
  );
  await ask("ann-at-acme", "bees");
  await ask("eve-at-globex", "bees");
}
