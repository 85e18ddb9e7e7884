/** Sends the prompts that the memory in a file gives, in a time zone of its own. */
const [path = "", timeZone = "UTC"] = process.argv.slice(2);
process.env["TZ"] = timeZone;

const { memoryIn, promptTexts } = await import("./prompt-texts.js");
const memory = memoryIn(path);
const offsetMinutes = new Date(0).getTimezoneOffset();
process.send?.({ texts: await promptTexts(memory), offsetMinutes });
await memory.close();
process.disconnect();
