/** What the site of a deployment shows and its folder lacks: schemas, and pictures with its facts. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPictures } from "../../docs/pictures/index.ts";
import { readFolder } from "../../src/overlays/folder.ts";
import type { Json } from "../check/source.ts";
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
  for (const name of ["schemas", "pictures"]) mkdirSync(join(cache, name));
  for (const name of schemas.keys())
    writeFileSync(
      join(cache, "schemas", `${name}.json`),
      `${JSON.stringify(standaloneSchema(schemas, name), null, 2)}\n`,
    );
  for (const [name, drawn] of pictures) writeFileSync(join(cache, "pictures", name), drawn);
}

const listSchemas = (document: Json): Json => document.components.schemas;
