import { readFileSync } from "node:fs";
import { TypeScriptFileGenerator } from "@asyncapi/modelina";

/**
 * Modelina compares the version of the document literally and makes `any` of one that it does not know, so it is told
 * 3.0.0.
 */
export async function modelina(document: string, out: string): Promise<void> {
  const generator = new TypeScriptFileGenerator({
    modelType: "interface",
    rawPropertyNames: true,
    processorOptions: { interpreter: { ignoreAdditionalProperties: true } },
  });
  await generator.generateToFiles(
    { ...JSON.parse(readFileSync(document, "utf8")), asyncapi: "3.0.0" },
    out,
    { exportType: "default" },
    true,
  );
}
