/** The sentence at the top of every generated file. */
export const BANNER = 'Made by "npm run generate". Do not edit: change spec/, then run npm run generate.';

/** One line, behind what the language begins a comment with. */
export const banner = (comment: string) => `${comment} ${BANNER}\n`;
export const tsBanner = `// ${BANNER}\n`;
export const yamlBanner = `# ${BANNER}\n`;
/** JSON has no comments, so its banner is the member that every consumer of these documents ignores. */
export const jsonBanner = { "x-generated": BANNER } as const;
