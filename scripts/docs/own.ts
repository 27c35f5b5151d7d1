/** Makes what the site of a deployment shows and its folder lacks: schemas, and pictures with its facts. */

import { join } from "node:path";
import { drawPictures } from "../../docs/pictures/index.ts";
import { readFolder } from "../../src/overlays/folder.ts";
import type { Json } from "../check/source.ts";
import { writeFiles } from "../files.ts";
import { standaloneSchema } from "../generate/schemas.ts";

/**
 * Writes `schemas/` and `pictures/` into the cache of one build. @throws DocumentError for a folder that is not one
 * of a deployment
 */
export function writeOwn(folder: string, cache: string): void {
  const { openapi, asyncapi, deployment } = readFolder(folder);
  const { title, signature, settings } = deployment;
  const schemas = new Map(Object.entries<Json>({ ...listSchemas(asyncapi), ...listSchemas(openapi) }));
  const pauses = settings.retryScheduleSeconds;
  const pictures = drawPictures({
    title,
    header: signature.header,
    ...(settings.maxAttempts !== undefined && { maxAttempts: settings.maxAttempts }),
    ...(pauses && { pauses }),
  });
  const toText = (name: string) => `${JSON.stringify(standaloneSchema(schemas, name), null, 2)}\n`;
  writeFiles(
    join(cache, "schemas"),
    [...schemas.keys()].map((name) => [`${name}.json`, toText(name)] as const),
  );
  writeFiles(join(cache, "pictures"), pictures);
}

const listSchemas = (document: Json): Json => document.components.schemas;
