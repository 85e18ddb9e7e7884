import { describe, expect, it } from "vitest";

import { UnreadableFile } from "../../../src/commands/agents/agent-file.js";
import { hooksFile } from "../../../src/commands/agents/hooks-file.js";
import { valueOf } from "../../../src/commands/agents/parse-json.js";

const HOOKS = {
  SessionStart: { hooks: [{ type: "command", command: "kioku hook session-start", timeout: 5 }] },
  SessionEnd: { hooks: [{ type: "command", command: "kioku hook session-end", timeout: 5 }] },
};
const FILE = hooksFile({ path: "/settings.json", hooks: HOOKS });

/** Files of others, each of which has to come back byte for byte. */
const OTHERS: readonly string[] = [
  '{"model": "x"}',
  '{\n  "model": "x"\n}\n',
  '{\n\t"model": "x",\n\t"list": [\n\t\t1,\n\t\t2\n\t]\n}\n',
  '{\r\n    "model": "x",\r\n    "env": {}\r\n}\r\n',
  '\uFEFF{\n  "a": 1, // a note\n  "b": "http://example" /* another */\n  // the last word\n}\n',
  '// first\n{\n  "a": [1, 2, 3,],\n  "b": null,\n}\n// last\n',
  '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "say" } ] } ] } }',
  '{\n  "hooks": {\n    "SessionStart": [\n      {\n        "matcher": "startup",\n        "hooks": [{ "type": "command", "command": "date" }]\n      }\n    ]\n  }\n}\n',
  '{\n  "hooks": {\n    "SessionStart": [\n      { "hooks": [] }, // empty\n    ],\n    "SessionEnd": [ /* none */ ],\n  },\n  "z": "\\u00e9\\"{[",\n}',
  '{"a":{"b":[{"c":"}"}]},"d":-1.5e3,"e":true}',
];

/** Texts in which nothing must be changed. */
const UNREADABLE: readonly string[] = [
  "{",
  "[]",
  '"text"',
  "{'a': 1}",
  '{"a": 1} x',
  '{"a" 1}',
  '{"a": 01}',
  '{"a": "\u0001"}',
  '{"hooks": []}',
  '{"hooks": {"SessionStart": {}}}',
  '{"a": /* open }',
  `${"[".repeat(200)}${"]".repeat(200)}`,
];

describe("hooksFile", () => {
  it("adds hooks to files of others, once, and takes them out byte for byte", () => {
    for (const text of OTHERS) {
      const added = FILE.add(text);
      expect(FILE.add(added)).toBe(added);
      const { hooks, ...rest } = valueOf(added) as Record<string, unknown>;
      const { hooks: before = {}, ...others } = valueOf(text) as Record<
        string,
        Record<string, readonly unknown[]>
      >;
      expect(rest).toEqual(others);
      expect(hooks).toEqual({
        ...before,
        SessionStart: [...(before["SessionStart"] ?? []), HOOKS.SessionStart],
        SessionEnd: [...(before["SessionEnd"] ?? []), HOOKS.SessionEnd],
      });
      expect(FILE.remove(added)).toBe(text);
      expect(FILE.remove(text)).toBe(text);
    }
  });

  it("keeps the look of a file", () => {
    expect(FILE.add('{\n    "model": "x" // mine\n}\n')).toBe(`{
    "model": "x", // mine
    "hooks": {
        "SessionStart": [
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "kioku hook session-start",
                        "timeout": 5
                    }
                ]
            }
        ],
        "SessionEnd": [
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "kioku hook session-end",
                        "timeout": 5
                    }
                ]
            }
        ]
    }
}
`);
  });

  it("makes a new file, and leaves nothing of it", () => {
    for (const text of [undefined, "", " \n"]) {
      const added = FILE.add(text);
      expect(JSON.parse(added)).toEqual({
        hooks: { SessionStart: [HOOKS.SessionStart], SessionEnd: [HOOKS.SessionEnd] },
      });
      expect(FILE.remove(added)).toBeUndefined();
    }
    const cursor = hooksFile({
      path: "/x",
      frame: { version: 1 },
      hooks: { stop: { command: "kioku hook session-end" } },
    });
    expect(cursor.remove(cursor.add(undefined))).toBeUndefined();
    expect(cursor.remove(cursor.add('{"version": 1, "x": 2}'))).toBe('{"version": 1, "x": 2}');
  });

  it("knows hooks that a user has changed, and those that stand among others", () => {
    const own =
      '{"hooks": {"SessionStart": [{"hooks": [{"command": "say"}, {"command": "/opt/kioku hook session-start -q"}]}]}}';
    expect(FILE.remove(own)).toBe('{"hooks": {"SessionStart": [{"hooks": [{"command": "say"}]}]}}');
    const first =
      '{"hooks": {"SessionStart": [{"command": "kioku hook session-start"}, {"command": "say"}]}}';
    expect(FILE.remove(first)).toBe('{"hooks": {"SessionStart": [ {"command": "say"}]}}');
  });

  it("leaves files alone that it cannot read", () => {
    for (const text of UNREADABLE) {
      expect(() => FILE.add(text)).toThrow(UnreadableFile);
    }
  });
});
