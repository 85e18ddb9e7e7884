import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import type { Times } from "../times.ts";
import { measureMcp, VERBS } from "./measure.ts";

const USAGE = `npm run measure -- mcp [--count N] [--rounds N] [--starts N] [--json] [--save FILE]

What MCP adds to a call: recall, remember and context in this process, and as tools of kioku serve mcp in processes of
their own, over standard input and output and over HTTP, in turns on copies of one file; and how long a server takes to start.

  --count N       memories in the file (default 10000)
  --rounds N      how often each is called, at most 170 (default 150)
  --starts N      processes that are started (default 10)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  count: { type: "string", default: "10000" },
  rounds: { type: "string", default: "150" },
  starts: { type: "string", default: "10" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const report = await measureMcp({
    memories: integer(values.count, "--count", [10, 1_000_000]),
    // A server takes 600 requests of a token in a minute.
    rounds: integer(values.rounds, "--rounds", [1, 170]),
    starts: integer(values.starts, "--starts", [1, 1_000]),
    onProgress: show,
  });
  const lines = VERBS.flatMap((verb) => {
    const { inProcess, stdio, http, stdioAdds, httpAdds } = report.verbs[verb];
    return [
      `${verb}\n`,
      line("in the process", inProcess),
      line("over stdio", stdio),
      line("over HTTP", http),
      line("stdio adds, call by call", stdioAdds),
      line("HTTP adds, call by call", httpAdds),
    ];
  });
  const { tools, firstRecall } = report.start;
  const starts = [line("to the tools", tools), line("the first recall after", firstRecall)];
  return { text: [...lines, "start\n", ...starts].join(""), figures: report };
});

function line(name: string, { p50Ms, p95Ms }: Times): string {
  return `  ${name.padEnd(26)}p50 ${p50Ms} ms, p95 ${p95Ms} ms\n`;
}
