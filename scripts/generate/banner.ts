const TEXT = 'Made by "npm run generate". Do not edit: change spec/, then run npm run generate.';

export const tsBanner = `// ${TEXT}\n`;
export const yamlBanner = `# ${TEXT}\n`;
/** JSON has no comments, so its banner is the member that every consumer of these documents ignores. */
export const jsonBanner = { "x-generated": TEXT } as const;
