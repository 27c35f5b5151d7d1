package collectionscontract

// tldNames are the top-level domains of the DNS root of {{tldsOf}}, without those for special use.
const tldNames = `
{{tlds}}
`
