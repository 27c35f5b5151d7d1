"""The top-level domains of the DNS root of {{tldsOf}}, without those for special use."""

TLDS = frozenset(
    """
{{tlds}}
""".split()
)
