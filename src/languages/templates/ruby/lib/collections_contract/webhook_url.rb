# frozen_string_literal: true

require_relative "tlds"

module CollectionsContract
  # The rule for the URLs of webhooks.
  module WebhookUrl
    LENGTH_MAX = 8000
    HOST_MAX = 253
    PORT_MAX = 65_535
    URL = %r{\A[Hh][Tt][Tt][Pp][Ss]?://
      (?<host>(?:[a-zA-Z0-9_-]{1,63}\.)+(?<tld>[a-zA-Z0-9_-]{1,63}))\.?
      (?::0*(?<port>[0-9]{0,5}))?
      (?:[/?\#][^\u0000-\u0020\u007f-\u009f\\]*)?\z}x
    private_constant :LENGTH_MAX, :HOST_MAX, :PORT_MAX, :URL

    # May a webhook have this URL? It must be http or https, with a name under a real top-level domain. So an IP address
    # is refused in every spelling, and so are localhost and names of one label. The host has to be in ASCII: write an
    # internationalised name in punycode. Only the text is judged: before you connect, also look at the addresses that
    # the name leads to.
    def self.allowed?(url)
      text = url.encode(Encoding::UTF_8)
      return false if !text.valid_encoding? || text.length > LENGTH_MAX

      found = URL.match(text)
      return false if found.nil? || found[:host].length > HOST_MAX || found[:port].to_i > PORT_MAX

      TLDS.include?(found[:tld].downcase)
    rescue EncodingError
      false
    end
  end
end
