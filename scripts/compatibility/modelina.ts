/**
 * Runs Modelina on a document: `node modelina.ts FILE OUT`. It compares the version of the document literally and makes
 * `any` of one that it does not know, so it is told 3.0.0.
 */

import { readFileSync } from "node:fs";
import { TypeScriptFileGenerator } from "@asyncapi/modelina";

const [file = "", out = ""] = process.argv.slice(2);
const generator = new TypeScriptFileGenerator({
  modelType: "interface",
  rawPropertyNames: true,
  processorOptions: { interpreter: { ignoreAdditionalProperties: true } },
});
const document = { ...JSON.parse(readFileSync(file, "utf8")), asyncapi: "3.0.0" };
await generator.generateToFiles(document, out, { exportType: "default" }, true);
