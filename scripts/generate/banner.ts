const TEXT = 'Made by "npm run generate". Do not edit: change spec/, then run npm run generate.';

/** One line, behind what the language begins a comment with. */
export const banner = (comment: string) => `${comment} ${TEXT}\n`;
export const tsBanner = `// ${TEXT}\n`;
export const yamlBanner = `# ${TEXT}\n`;
/** JSON has no comments, so its banner is the member that every consumer of these documents ignores. */
export const jsonBanner = { "x-generated": TEXT } as const;
