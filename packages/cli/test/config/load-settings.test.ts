import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { loadSettings } from "../../src/config/load-settings.js";
import { SETTINGS, variableOf } from "../../src/config/setting-table.js";
import { testHost, type TestHost } from "../support/test-host.js";
import { writeFile } from "../support/write-file.js";

/** Writes the user's file. */
function userFile(host: TestHost, text: string): string {
  return writeFile(join(host.home, ".config", "kioku", "config.toml"), text);
}

describe("loadSettings", () => {
  it("needs no configuration", async () => {
    using host = testHost();
    expect(await loadSettings(host, {})).toEqual({
      database: join(host.home, ".local", "share", "kioku", "memory.db"),
      databaseSchema: "kioku",
      scope: [],
      embedding: { model: "local" },
      search: { defaultLimit: 10, similarityThreshold: 0.35 },
      backup: { s3: {} },
      retention: {},
    });
  });

  it("reads every setting of a file", async () => {
    using host = testHost();
    userFile(
      host,
      `
database = "~/all.db"
database_schema = "mine"
scope = ["team", "a/b"]
embedding_model = "remote"
embedding_dimension = 512
local_model = "bge-m3"
local_model_path = "models"
[embedding.remote]
provider = "openai"
base_url = "https://api.example.com/v1"
api_key = "key"
model = "embed"
[search]
default_limit = 3
similarity_threshold = 0.7
[model]
base_url = "http://localhost:1/v1"
api_key = "key"
model = "chat"
[backup]
target = "s3://bucket/prefix"
keep = "7d,4w,12m"
key = "secret"
endpoint = "https://s3.example.com"
region = "eu"
access_key_id = "id"
secret_access_key = "secret"
session_token = "token"
[retention]
chat = "90d"
"*" = "52w"
`,
    );
    expect(await loadSettings(host, {})).toEqual({
      database: join(host.home, "all.db"),
      databaseSchema: "mine",
      scope: ["team", "a/b"],
      embedding: {
        model: "remote",
        dimension: 512,
        localModel: "bge-m3",
        localModelPath: join(host.home, ".config", "kioku", "models"),
        remote: {
          provider: "openai",
          baseUrl: "https://api.example.com/v1",
          apiKey: "key",
          model: "embed",
        },
      },
      search: { defaultLimit: 3, similarityThreshold: 0.7 },
      model: { baseUrl: "http://localhost:1/v1", apiKey: "key", model: "chat" },
      backup: {
        target: "s3://bucket/prefix",
        keep: "7d,4w,12m",
        key: "secret",
        s3: {
          endpoint: "https://s3.example.com",
          region: "eu",
          accessKeyId: "id",
          secretAccessKey: "secret",
          sessionToken: "token",
        },
      },
      retention: { chat: 90 * 86_400_000, "*": 364 * 86_400_000 },
    });
  });

  it("prefers flags to variables, variables to the project, the project to the user", async () => {
    using host = testHost({ env: { KIOKU_SEARCH_DEFAULT_LIMIT: "4", KIOKU_SCOPE: "variable" } });
    userFile(host, 'scope = "user"\nsearch = { default_limit = 1, similarity_threshold = 0.1 }');
    expect(await loadSettings(host, { scope: "flag/a" })).toMatchObject({
      scope: ["flag", "a"],
      search: { defaultLimit: 4, similarityThreshold: 0.1 },
    });
    writeFile(join(host.cwd, "kioku.toml"), 'scope = "project"\nsearch.similarity_threshold = 0.2');
    expect(await loadSettings(host, {})).toMatchObject({
      scope: ["variable"],
      search: { similarityThreshold: 0.2 },
    });
    expect(await loadSettings({ ...host, env: {} }, {})).toMatchObject({
      scope: ["project"],
      search: { defaultLimit: 1 },
    });
  });

  it("has a variable for every setting, of one name only", () => {
    const names = SETTINGS.map(variableOf);
    expect(new Set([...names, "KIOKU_CONFIG"]).size).toBe(names.length + 1);
    expect(names).toContain("KIOKU_EMBEDDING_REMOTE_API_KEY");
  });

  it("reads numbers and durations of variables, and takes empty ones for none", async () => {
    const env = {
      KIOKU_EMBEDDING_DIMENSION: "256",
      KIOKU_RETENTION: "chat=1w,*=2w",
      KIOKU_DATABASE: "here.db",
      KIOKU_SCOPE: "",
    };
    using host = testHost({ env });
    expect(await loadSettings(host, {})).toMatchObject({
      database: join(host.cwd, "here.db"),
      embedding: { dimension: 256 },
      retention: { chat: 604_800_000, "*": 1_209_600_000 },
      scope: [],
    });
  });

  it("refuses an empty variable for a secret, without which backups would be readable", async () => {
    using host = testHost({ env: { KIOKU_BACKUP_KEY: "" } });
    await expect(loadSettings(host, {})).rejects.toThrow("KIOKU_BACKUP_KEY must be");
  });

  it("lets an empty flag name the root", async () => {
    using host = testHost({ env: { KIOKU_SCOPE: "a" } });
    expect(await loadSettings(host, { scope: "" })).toMatchObject({ scope: [] });
  });

  it("fills in variables, defaults and texts that only look like variables", async () => {
    using host = testHost({ env: { NAME: "ana", EMPTY: "" } });
    userFile(
      host,
      'scope = "${NAME}/${OTHER:-x}/${EMPTY:-y}/$${NAME}"\nmodel.api_key = "${KEY:-}"',
    );
    expect(await loadSettings(host, {})).toMatchObject({
      scope: ["ana", "x", "y", "${NAME}"],
      model: undefined,
    });
  });

  it("asks for a variable only if its setting counts", async () => {
    using host = testHost();
    userFile(host, '[model]\nbase_url = "http://h/v1"\nmodel = "m"\napi_key = "${API_KEY}"');
    await expect(loadSettings(host, {})).rejects.toMatchObject({
      message: expect.stringMatching(
        /config\.toml:4: model\.api_key needs .* API_KEY$/u,
      ) as unknown,
      exitCode: 2,
    });
    const set = { ...host, env: { KIOKU_MODEL_API_KEY: "k" } };
    expect((await loadSettings(set, {})).model?.apiKey).toBe("k");
  });

  it("uses a named file alone, and refuses one that is missing", async () => {
    using host = testHost();
    userFile(host, 'scope = "user"');
    writeFile(join(host.cwd, "kioku.toml"), 'database = "no.db"');
    writeFile(join(host.cwd, "other.toml"), 'database = "o.db"');
    const settings = await loadSettings(host, { config: "other.toml" });
    expect(settings).toMatchObject({ database: join(host.cwd, "o.db"), scope: [] });
    const env = { KIOKU_CONFIG: "gone.toml" };
    await expect(loadSettings({ ...host, env }, {})).rejects.toThrow("gone.toml does not exist");
  });

  it("follows the folders of XDG, but no relative ones", async () => {
    using host = testHost();
    const env = { XDG_DATA_HOME: join(host.folder, "data"), XDG_CONFIG_HOME: "relative" };
    userFile(host, 'scope = "user"');
    expect(await loadSettings({ ...host, env }, {})).toMatchObject({
      database: join(host.folder, "data", "kioku", "memory.db"),
      scope: ["user"],
    });
  });
});

describe("a wrong setting", () => {
  it.each([
    ["databse = 'x'", /config\.toml:1: unknown setting "databse"$/u, "did you mean database?"],
    ["[search]\nlimit = 3", /:2: unknown setting "search\.limit"$/u, 'run "kioku config"'],
    ["[search]\ndefault_limit = 0", /:2: search\.default_limit must be a whole number from 1 to/u],
    ["[search]\ndefault_limit = '3'", /default_limit must be a whole number .*, got "3"$/u],
    ["search.similarity_threshold = 1.5", /:1: .* must be a number from 0 to 1, got 1\.5$/u],
    ["embedding_model = 'gpt'", /must be one of local, remote, none, got "gpt"$/u],
    ["database = 'mysql://h/d'", /must be a path, or a URL that begins with postgres:\/\//u],
    ["scope = 'a//b'", /must be a scope such as team\/ana/u],
    ["scope = [1]", /must be a scope/u],
    ["database = 2026-01-01", /database must be a path/u],
    ["[backup]\nkeep = '7 days'", /backup\.keep must be numbers of/u],
    ["[backup]\ntarget = 'ftp://h'", /backup\.target must be a folder/u],
    ["[retention]\nchat = 90", /:1: retention must be a duration/u],
    [
      "[model]\nbase_url = 'https://user:pw@host/v1'",
      /without a user, got "https:\/\/user:\*\*\*@/u,
    ],
    ["[model]\napi_key = 12345", /model\.api_key must be a text, got \*\*\*$/u],
    ["embedding_model = 'remote'", /the setting embedding\.remote\.model is missing/u],
    ["[model]\nmodel = 'm'", /the setting model\.base_url is missing/u],
    ["local_model_path = '/x'", /the setting local_model is missing/u],
    ["scope = 'a'\nscope = 'b'", /config\.toml:2:\d+: is no valid TOML/u],
    ["a = {", /is no valid TOML/u],
    ["__proto__ = 1", /unknown setting "__proto__"/u],
    ["[constructor]\nx = 1", /unknown setting "constructor"/u],
  ])("is named with file, line and what is allowed: %s", async (text, message, hint = "") => {
    using host = testHost();
    userFile(host, text);
    const failed = await loadSettings(host, {}).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message) as unknown,
    });
    expect((failed as { readonly hint?: string }).hint ?? "").toContain(hint);
  });

  it("is named by its variable or flag", async () => {
    using host = testHost({ env: { KIOKU_SEARCH_DEFAULT_LIMIT: "many" } });
    await expect(loadSettings(host, {})).rejects.toThrow(
      'KIOKU_SEARCH_DEFAULT_LIMIT must be a whole number from 1 to 1000, got "many"',
    );
    const scope = loadSettings({ ...host, env: {} }, { scope: "a//b" });
    await expect(scope).rejects.toThrow("--scope must be");
  });

  it("shows neither secrets nor what variables hold", async () => {
    using host = testHost({ env: { URL: "http://u:hidden@h\0" } });
    userFile(host, '[model]\nbase_url = "${URL}"\nmodel = "m"\n[backup]\nkey = "top\nsecret"');
    const { stdout, stderr } = await host.run("config");
    expect(stdout + stderr).not.toMatch(/hidden|top|secret"/u);
    userFile(host, '[model]\nbase_url = "${URL}"\nmodel = "m"');
    await expect(loadSettings(host, {})).rejects.toThrow('got "${URL}"');
    const database = "mysql://user:pass@word@host/db";
    await expect(loadSettings(host, { database })).rejects.toThrow("mysql://user:***@host/db");
  });
});
