/** Generators of PHP and Ruby. */

import { type Generator, openapiGenerator } from "../generator.ts";
import { PHP, RUBY } from "../languages/scripting.ts";

export const SCRIPTING_GENERATORS: readonly Generator[] = [
  openapiGenerator("php", "PHP", PHP, {
    quick: false,
    probe: "openapi-generator.php",
  }),
  openapiGenerator("ruby", "Ruby", RUBY, {
    quick: false,
    probe: "openapi-generator.rb",
  }),
];
