import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { UnreadableFile } from "../../../src/commands/agents/agent-file.js";
import { agentFiles } from "../../../src/commands/agents/agent-files.js";
import { valueOf } from "../../../src/commands/agents/parse-json.js";
import { serverBlock } from "../../../src/commands/agents/server-block.js";
import { serverEntry } from "../../../src/commands/agents/server-entry.js";
import { serverFile } from "../../../src/commands/agents/server-file.js";

const ENTRY = serverEntry("linux");
const JSON_FILE = serverFile({ path: "/mcp.json", member: "mcpServers", entry: ENTRY });
const TOML_FILE = serverBlock("/config.toml", ENTRY);

/** Files of others, each of which has to come back byte for byte. */
const OTHERS: readonly string[] = [
  '{"model": "x"}',
  '{\n\t"mcpServers": {\n\t\t"time": { "command": "uvx" }\n\t},\n\t"z": 1\n}\n',
  '{ "mcpServers": { "time": { "command": "uvx" } } }',
  '\uFEFF{\r\n  "mcpServers": {}, // none\r\n}\r\n',
  '{\n  "mcpServers": {\n    "time": { "url": "http://example" }, // last\n  },\n}',
];

/** Files in which an entry of this name is not ours to change. */
const THEIRS: readonly string[] = [
  '{"mcpServers": {"kioku": {"url": "https://example.com/mcp"}}}',
  '{"mcpServers": {"kioku": {"command": "node", "args": ["other.js"]}}}',
  '{"mcpServers": {"kioku": null}}',
];

const TOML_OTHERS: readonly string[] = [
  'model = "x"\n',
  'model = "x"',
  "# mine\r\n[mcp_servers.time]\r\ncommand = 'uvx'\r\n",
  '[mcp_servers]\n\n[tui]\nnotify = ["a"] # last\n\n\n',
];

const TOML_THEIRS: readonly string[] = [
  '[mcp_servers.kioku]\ncommand = "kioku"\n',
  'mcp_servers = { kioku = { command = "kioku" } }\n',
  '[ mcp_servers . "kioku" ]\nurl = "https://example.com"\n',
  'mcp_servers."kioku".command = "x"',
];

describe("serverFile", () => {
  it("adds the server to files of others, once, and takes it out byte for byte", () => {
    for (const text of OTHERS) {
      const added = JSON_FILE.add(text);
      expect(JSON_FILE.add(added)).toBe(added);
      const before = valueOf(text) as Record<string, object>;
      expect(valueOf(added)).toEqual({
        ...before,
        mcpServers: { ...before["mcpServers"], kioku: ENTRY },
      });
      expect(JSON_FILE.remove(text)).toBe(text);
    }
    for (const text of OTHERS.filter((one) => !one.includes('"mcpServers": {},'))) {
      expect(JSON_FILE.remove(JSON_FILE.add(text))).toBe(text);
    }
  });

  it("makes a new file, and leaves nothing of it", () => {
    for (const text of [undefined, "", " \n"]) {
      const added = JSON_FILE.add(text);
      expect(JSON.parse(added)).toEqual({ mcpServers: { kioku: ENTRY } });
      expect(JSON_FILE.remove(added)).toBeUndefined();
    }
  });

  it("keeps an entry that is there, and takes out only one that starts our server", () => {
    for (const text of THEIRS) {
      expect(JSON_FILE.add(text)).toBe(text);
      expect(JSON_FILE.remove(text)).toBe(text);
    }
    const changed =
      '{"a": 1, "mcpServers": {"kioku": {"command": "/opt/kioku", "args": ["serve", "mcp", "--read-only"], "env": {"A": "b"}}}}';
    expect(JSON_FILE.add(changed)).toBe(changed);
    expect(JSON_FILE.remove(changed)).toBe('{"a": 1}');
  });

  it("leaves files alone that it cannot read", () => {
    for (const text of ["{", "[]", '{"mcpServers": []}', '{"mcpServers": 1}']) {
      expect(() => JSON_FILE.add(text)).toThrow(UnreadableFile);
    }
  });
});

describe("serverBlock", () => {
  it("adds the server to files of others, once, and takes it out byte for byte", () => {
    for (const text of TOML_OTHERS) {
      const added = TOML_FILE.add(text);
      expect(added.replaceAll("\r\n", "\n")).toContain(
        '\n[mcp_servers.kioku]\ncommand = "npx"\nargs = ["-y", "kioku", "serve", "mcp"]\n',
      );
      expect(TOML_FILE.add(added)).toBe(added);
      expect(TOML_FILE.remove(added)).toBe(text);
    }
    expect(TOML_FILE.remove(TOML_FILE.add(undefined))).toBeUndefined();
  });

  it("keeps an entry that is there, also one that was changed between the marks", () => {
    const changed = TOML_FILE.add("").replace('mcp"]', 'mcp", "--read-only"]');
    for (const text of [...TOML_THEIRS, changed]) expect(TOML_FILE.add(text)).toBe(text);
    for (const text of TOML_THEIRS) expect(TOML_FILE.remove(text)).toBe(text);
    expect(TOML_FILE.remove(changed)).toBeUndefined();
  });

  it("leaves files alone in which something else would change", () => {
    const added = TOML_FILE.add('model = "x"\n');
    const within = added.replace("# kioku:end", "[mcp_servers.time]\n# kioku:end");
    for (const text of [`${added}sandbox = "x"\n`, within, `${added}[mcp_servers.kioku.env]\n`]) {
      expect(() => TOML_FILE.remove(text)).toThrow(UnreadableFile);
    }
    for (const text of ["a = ", "mcp_servers = { time = {} }", "mcp_servers = 1"]) {
      expect(() => TOML_FILE.add(text)).toThrow(UnreadableFile);
    }
  });
});

describe("agentFiles", () => {
  it("knows the files of a user and the program of each operating system", () => {
    const host = { home: "/home", env: { APPDATA: "/roaming" } };
    const pathsOn = (platform: NodeJS.Platform): readonly string[] =>
      (["vscode", "claude-desktop"] as const).flatMap((agent) =>
        agentFiles(agent, { isUser: true, root: "/root", host, platform })
          .filter(({ lines }) => lines.includes('"mcp"'))
          .map(({ path, lines }) => {
            expect(lines.includes('"cmd"')).toBe(platform === "win32");
            return path;
          }),
      );
    const library = join("/home", "Library", "Application Support");
    for (const [platform, folder] of [
      ["linux", join("/home", ".config")],
      ["darwin", library],
      ["win32", "/roaming"],
    ] as const) {
      expect(pathsOn(platform)).toEqual([
        join(folder, "Code", "User", "mcp.json"),
        join(folder, "Claude", "claude_desktop_config.json"),
      ]);
    }
  });
});
