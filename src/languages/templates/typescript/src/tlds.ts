/** The top-level domains of the DNS root of {{tldsOf}}, without those for special use. */
export const TLDS: ReadonlySet<string> = new Set(
  `
{{tlds}}
`
    .trim()
    .split(/\s+/),
);
