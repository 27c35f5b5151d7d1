import { BANNER } from "../../src/languages/banner.ts";

export const tsBanner = `// ${BANNER}\n`;
export const yamlBanner = `# ${BANNER}\n`;
/** JSON has no comments, so its banner is the member that every consumer of these documents ignores. */
export const jsonBanner = { "x-generated": BANNER } as const;
