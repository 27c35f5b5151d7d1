package collectionscontract;

import java.util.Set;

/** The top-level domains of the DNS root of {{tldsOf}}, without those for special use. */
final class TopLevelDomains {
  static final Set<String> NAMES =
      Set.of(
          """
{{tlds}}
"""
              .strip()
              .split("\\s+"));

  private TopLevelDomains() {}
}
