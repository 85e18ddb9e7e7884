/** Output of `--help`. */
export const HELP = `Remembers documents and a conversation in one file, offline, and finds them again by meaning.

Usage
  npm run demo                              this repository's documentation and a bilingual conversation
  npm run demo -- PATH...                   your own Markdown, text or chat files, or directories of them
  npm run demo -- --ask "QUESTION"          ask what has been remembered; repeat --ask for more
  npm run demo -- PATH... --ask "QUESTION"  remember first, then ask about your own files

Options
  --ask QUESTION   any language; English and Chinese are known by meaning
  --db FILE        where to remember (default: .kioku/demo.db in the repository, which git ignores)
  --fresh          forget everything first, by deleting the database
  --json           one JSON document on stdout and nothing else; its shape is in examples/demo/report.ts
  -h, --help       this text

A chat file is JSON: [{ "role": "user", "content": "…" }]. Each message may also have a "name" and an
"occurredAt" (ISO 8601). Running again remembers only what has changed, and forgets what is gone.
`;
