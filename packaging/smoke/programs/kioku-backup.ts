import { folderObjects } from "kioku/backup";

const objects = folderObjects("backups");
if (!objects.name.includes("backups")) console.log(`unexpected name ${objects.name}`);
