/** How nodes of every kind are taken apart. */

import { ASYNCAPI_FORMS } from "./asyncapi.ts";
import { DEPLOYMENT_FORMS } from "./deployment.ts";
import { OPENAPI_FORMS } from "./openapi.ts";
import { HIDDEN, SCHEMA } from "./schema.ts";
import { SCHEME_FORMS } from "./schemes.ts";
import { SHARED_FORMS } from "./shared.ts";
import type { Form, Kind } from "./statement.ts";

export const FORMS: Readonly<Record<Kind, Form>> = {
  ...OPENAPI_FORMS,
  ...ASYNCAPI_FORMS,
  ...DEPLOYMENT_FORMS,
  ...SHARED_FORMS,
  ...SCHEME_FORMS,
  schema: SCHEMA,
  hidden: HIDDEN,
};
