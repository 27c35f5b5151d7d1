/** The names of generated packages that follow from the fact `package` of a deployment. */

import type { PackageNames } from "../languages/names.ts";
import { pascal } from "../languages/naming-rules.ts";
import type { PackageName } from "../overlays/deployment.ts";

/**
 * Returns the names for one language. `@acme/pay-in` becomes `acme-pay-in` where packages are published, `acme_pay_in`
 * where Python, Ruby and Rust import it, and `AcmePayIn` as the namespace of PHP. Go's package is the last part of its
 * module, Java's is the group with the last part of the name. What is not stated stays as it is in the template.
 */
export function namesFrom(language: string, { name, version, group, module }: PackageName): PackageNames {
  const flat = name.replace(/^@/, "").replaceAll(/[/.~]/g, "-");
  const last = word(name.split("/").at(-1) ?? "");
  switch (language) {
    case "python":
      return { package: word(flat), distribution: flat, version };
    case "go":
      return module === undefined ? {} : { package: goPackage(module), module };
    case "java":
      return { ...(group && { package: `${word(group)}.${last}`, group }), distribution: flat, version };
    case "php":
      return {
        package: pascal(word(flat).split(/[._]+/)),
        distribution: name.startsWith("@") ? name.slice(1) : `${name}/${name}`,
        version,
      };
    case "typescript":
      return { distribution: `${name}-payments`, version };
    case "rust":
      return { package: word(flat), version };
    case "ruby":
      return { package: word(flat) };
    default:
      return {};
  }
}

const word = (text: string): string => text.replaceAll(/[^\w.]/g, "_").toLowerCase();

/** The last part of the path, without a version such as `v2`. */
function goPackage(module: string): string {
  const parts = module.split("/").filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? "").toLowerCase().replaceAll(/\W/g, "");
}
