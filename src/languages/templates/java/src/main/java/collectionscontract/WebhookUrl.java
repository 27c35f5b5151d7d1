package collectionscontract;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rule for the URLs of webhooks. */
public final class WebhookUrl {
  private static final int LENGTH_MAX = 8000;
  private static final int HOST_MAX = 253;
  private static final int PORT_MAX = 65_535;
  private static final Pattern URL =
      Pattern.compile(
          "https?://((?:[a-z0-9_-]{1,63}\\.)+([a-z0-9_-]{1,63}))\\.?"
              + "(?::0*([0-9]{0,5}))?(?:[/?#][^\\x00-\\x20\\x7f-\\x9f\\\\]*)?",
          Pattern.CASE_INSENSITIVE);

  private WebhookUrl() {}

  /**
   * Tells whether a webhook may have this URL: http or https, with a name under a real top-level
   * domain. So an IP address is refused in every spelling, and so are {@code localhost} and names
   * of one label. The host has to be in ASCII: write an internationalised name in punycode. Only
   * the text is judged: before you connect, also look at the addresses that the name leads to.
   */
  public static boolean isAllowed(String url) {
    Matcher found = URL.matcher(url);
    if (url.length() > LENGTH_MAX || !found.matches() || found.group(1).length() > HOST_MAX) {
      return false;
    }
    String port = found.group(3);
    if (port != null && !port.isEmpty() && Integer.parseInt(port) > PORT_MAX) {
      return false;
    }
    return TopLevelDomains.NAMES.contains(found.group(2).toLowerCase(Locale.ROOT));
  }
}
