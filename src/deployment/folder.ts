/** The contract folder: both documents of a deployment, bundled, and `deployment.json`. Other tools add to it what they make of these. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { DEFAULT_PROFILE } from "../../generated/profile.ts";
import { documentError } from "../documents/errors.ts";
import { isObject, itemsOf, type Json } from "../documents/json.ts";
import { readDocuments } from "../documents/read.ts";
import { writePackage } from "../languages/write.ts";
import { changedProfile } from "../sandbox/profile.ts";
import type { Contract } from "./apply.ts";
import type { Deployment } from "./deployment.ts";

const BANNER = "Made by collections-contract overlay apply. Do not edit: change the overlays, then apply them again.";
const NAME = "deployment.json";

/** The files of the folder, by name: the same bytes every time. */
export function renderFolder({ openapi, asyncapi, deployment }: Contract): Map<string, string> {
  const json = (value: Json) => `${JSON.stringify({ "x-generated": BANNER, ...value }, null, 2)}\n`;
  const yaml = (value: Json) => `# ${BANNER}\n${stringify(value, { lineWidth: 140, aliasDuplicateObjects: false })}`;
  return new Map([
    ["asyncapi.json", json(asyncapi)],
    ["asyncapi.yaml", yaml(asyncapi)],
    [NAME, json(deployment)],
    ["openapi.json", json(openapi)],
    ["openapi.yaml", yaml(openapi)],
  ]);
}

/** Writes all of it or nothing. A contract folder is replaced; another folder has to be empty. @throws GenerateError as `generate` */
export async function writeFolder(out: string, contract: Contract): Promise<string[]> {
  const files = renderFolder(contract);
  const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(text)]));
  await writePackage(out, bytes, existsSync(join(out, NAME)));
  return [...files.keys()];
}

/**
 * What a contract folder states; its documents are read as well, so that one that is half there is not taken for whole.
 *
 * @throws DocumentError `contract_folder`, and as `readDocuments`
 */
export function readFolder(folder: string): Contract {
  const fail = (why: string): never => {
    throw documentError("contract_folder", `${folder} ${why}`);
  };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) fail("is no folder");
  let data: Json;
  try {
    data = JSON.parse(readFileSync(join(folder, NAME), "utf8"));
  } catch {
    fail(`has no readable ${NAME}`);
  }
  if (!isObject(data) || data.schema !== 1) fail(`has a ${NAME} of another version of this package`);
  const { "x-generated": _, ...deployment } = data;
  if (!isObject(deployment.signature) || !isObject(deployment.settings) || !Array.isArray(deployment.closed))
    fail(`has a ${NAME} without signature, settings or closed`);
  if (!/^[\w-]+$/.test(String(deployment.signature.header)))
    fail(`has a ${NAME} without the name of a signature header`);
  changedProfile(DEFAULT_PROFILE, deployment.settings);
  const { openapi, asyncapi } = readDocuments(folder);
  if (!openapi || !asyncapi) fail("does not hold both documents");
  return {
    openapi: openapi?.raw,
    asyncapi: asyncapi?.raw,
    deployment: { ...deployment, closed: itemsOf(deployment.closed).map(String) } as Deployment,
  };
}
