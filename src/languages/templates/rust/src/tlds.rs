/// The top-level domains of the DNS root of {{tldsOf}}, without those for special use.
pub(crate) const TLDS: &str = "
{{tlds}}
";
