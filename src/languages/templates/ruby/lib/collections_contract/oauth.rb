# frozen_string_literal: true

require "json"
require "uri"
require_relative "constants"
require_relative "models"
require_relative "transport"

module CollectionsContract
  # The token endpoint of a service, as one app uses it. Errors hold no secret.
  class OAuth
    # What RFC 6749 names. Another value is not passed on: services have been seen to put tokens there.
    ERRORS = %w[invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope]
             .freeze
    OPERATION = "exchangeAuthorizationCode"
    RESPONSE_MAX_BYTES = 65_536
    FORM = "application/x-www-form-urlencoded"
    private_constant :ERRORS, :OPERATION, :RESPONSE_MAX_BYTES, :FORM

    # @param auth_url [String] absolute, https
    # @param timeout [Numeric] seconds for a whole request
    # @param allow_insecure_loopback [Boolean] allows http to this machine, for tests
    # @param ca_file [String, nil] certificates to trust instead of those of the system, in PEM
    # @param proxy [String, nil] URL of an HTTP proxy; that of the environment if nil, none if empty
    # @raise [ApiError] base_url_invalid, insecure_url, credentials_missing
    def initialize(auth_url, client_id:, client_secret:, timeout: 10, allow_insecure_loopback: false, ca_file: nil,
                   proxy: nil)
      @url = Transport.checked_url(auth_url, allow_insecure_loopback, OPERATION)
      @credentials = { client_id:, client_secret: }
      checked(@credentials)
      @transport = Transport.new(timeout:, limit: RESPONSE_MAX_BYTES, ca_file:, proxy:)
    end

    # Exchanges an authorization code for tokens, with exactly the five stated fields, once.
    #
    # @return [TokenResponse]
    # @raise [ApiError]
    def exchange(code:, redirect_uri:)
      response = post(grant_type: GRANT_TYPE, code:, **@credentials, redirect_uri:)
      tokens = TokenResponse.from_h(members(response))
      is_whole = !tokens.access_token.empty? && !tokens.refresh_token.empty?
      return tokens if is_whole && tokens.token_type.casecmp?("bearer")

      raise ApiError.new("token_response_invalid", OPERATION, response)
    rescue ModelError
      raise ApiError.new("token_response_invalid", OPERATION, response), cause: nil
    end

    # Refreshes by the path, grant type and media type of the contract: by default as RFC 6749, section 6, describes it.
    # {{N-4.2-01?How a refresh is requested is not stated (N-4.2-01), so using it is your choice:|To use it:}}
    # `TokenKeeper.new(store, refresh: oauth.method(:refresh))`.
    #
    # @return [Hash] the members of the answer{{N-4.2-01?, of which none is stated|}}
    # @raise [ApiError]
    def refresh(refresh_token)
      path, grant_type, media_type = REFRESH
      fields = { grant_type:, refresh_token:, **@credentials }
      members(post(path:, media_type:, **fields))
    end

    # Without the secret.
    def inspect
      "#<#{self.class.name} #{@url}>"
    end

    private

    def post(path: OPERATIONS.fetch(OPERATION).last, media_type: FORM, **fields)
      headers = { "Accept" => "application/json", "Content-Type" => media_type }
      body = media_type == FORM ? URI.encode_www_form(checked(fields)) : JSON.generate(checked(fields))
      response = @transport.request(OPERATION, OPERATIONS.fetch(OPERATION).first, @url + path, headers, body)
      return response if response.status < 300

      code = response.status < 500 ? "token_refused" : "token_endpoint_failed"
      raise ApiError.new(code, OPERATION, response, error: ERRORS.find { |one| one == named(response) })
    end

    def checked(fields)
      return fields if fields.values.all? { |value| value.is_a?(String) && !value.empty? }

      raise ApiError.new("credentials_missing", OPERATION)
    end

    def members(response)
      value = response.json
      value.is_a?(Hash) ? value : raise(JSON::ParserError, "not an object")
    rescue JSON::ParserError
      raise ApiError.new("token_response_invalid", OPERATION, response), cause: nil
    end

    def named(response)
      members(response)["error"]
    rescue ApiError
      nil
    end
  end
end
