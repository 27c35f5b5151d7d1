/**
 * The contract folder: both documents of a deployment, bundled, their renderings, and `deployment.json`. Other tools
 * add to it what they make of these.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { DEFAULT_PROFILE } from "../../generated/profile.ts";
import { ONBOARDING } from "../../generated/workflow.ts";
import { documentError } from "../documents/errors.ts";
import { isFolder, readData, readDocuments } from "../documents/read.ts";
import { writePackage } from "../files/write-folder.ts";
import { renderAll } from "../renderings/index.ts";
import { asObject, isObject, itemsOf, type JsonObject, member } from "../values/json.ts";
import { changedProfile } from "../values/profile.ts";
import { withoutOpenWords } from "./answers.ts";
import type { Contract } from "./apply.ts";
import type { Deployment } from "./deployment.ts";

const BANNER = "Made by collections-contract overlay apply. Do not edit: change the overlays, then apply them again.";
const NAME = "deployment.json";
/** Quotes values that a YAML 1.1 parser would read as a date, such as a timestamp. */
const YAML = { lineWidth: 140, aliasDuplicateObjects: false, compat: "yaml-1.1" } as const;

/** Returns the files of the folder, by name: the same bytes every time. */
export function renderFolder({ openapi, asyncapi, deployment }: Contract): Map<string, string> {
  const json = (value: object) => `${JSON.stringify({ "x-generated": BANNER, ...value }, null, 2)}\n`;
  const yaml = (value: object) => `# ${BANNER}\n${stringify(value, YAML)}`;
  const { tokenHeader: header = "Authorization", tokenPrefix: prefix = "Bearer " } = deployment.settings;
  const workflow = withoutOpenWords(asObject(ONBOARDING), new Set(deployment.closed));
  const renderings = renderAll({ openapi, asyncapi, workflow, token: { header, prefix } });
  const documents = new Map([["openapi", openapi], ["asyncapi", asyncapi], ...renderings]);
  const files = [...documents].flatMap(([name, document]): [string, string][] => [
    [`${name}.json`, json(document)],
    [`${name}.yaml`, yaml(document)],
  ]);
  return new Map([[NAME, json(deployment)], ...files]);
}

/**
 * Writes all of it or nothing. A contract folder is replaced; another folder has to be empty. @throws GenerateError as
 * `generate`
 */
export async function writeFolder(out: string, contract: Contract): Promise<string[]> {
  const files = renderFolder(contract);
  const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(text)]));
  await writePackage(out, bytes, existsSync(join(out, NAME)));
  return [...files.keys()];
}

/**
 * Reads what a deployment states, for the option `deployment` of `testService`, `testReceiver` and `startSandbox`.
 *
 * @param folder the folder that `collections-contract overlay apply` wrote
 * @throws DocumentError `contract_folder` if it is not one, and as `readFolder`
 */
export function readDeployment(folder: string): Deployment {
  return readFolder(folder).deployment;
}

/**
 * Reads a contract folder. Its documents are read as well, so that one that is half there is not taken for whole.
 *
 * @throws DocumentError `contract_folder`, and as `readDocuments`
 */
export function readFolder(folder: string): Contract {
  const fail = (why: string): never => {
    throw documentError("contract_folder", `${folder} ${why}`);
  };
  if (!isFolder(folder)) fail("is not a folder");
  const deployment = deploymentIn(folder, fail);
  const { openapi, asyncapi } = readDocuments(folder);
  if (!openapi || !asyncapi) return fail("does not hold both documents");
  return { openapi: openapi.raw, asyncapi: asyncapi.raw, deployment };
}

function deploymentIn(folder: string, fail: (why: string) => never): Deployment {
  let data: JsonObject = {};
  try {
    data = readData(join(folder, NAME), false);
  } catch {
    fail(`has no readable ${NAME}`);
  }
  const { "x-generated": _, ...deployment } = data;
  const { schema, signature, settings, closed } = deployment;
  if (schema !== 1) fail(`has a ${NAME} of another version of this package`);
  if (!isObject(signature) || !isObject(settings) || !Array.isArray(closed))
    return fail(`has a ${NAME} without signature, settings or closed`);
  if (!/^[\w-]+$/.test(String(member(signature, "header"))))
    fail(`has a ${NAME} without the name of a signature header`);
  changedProfile(DEFAULT_PROFILE, settings);
  return { ...deployment, closed: itemsOf(closed).map(String) } as unknown as Deployment;
}
