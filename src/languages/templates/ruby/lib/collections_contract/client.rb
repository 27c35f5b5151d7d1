# frozen_string_literal: true

require "erb"
require "json"
require_relative "constants"
require_relative "models"
require_relative "transport"

module CollectionsContract
  # The API: one request for each call, within bounds, without redirects, with errors that hold no secret.
  class Client
    # @param base_url [String] absolute, https
    # @param access_token [String, #call] a token, or what is called with the token that was rejected (nil at first) and
    #   returns one: a TokenKeeper
    # @param timeout [Numeric] seconds for a whole request
    # @param max_response_bytes [Integer] of a body
    # @param allow_insecure_loopback [Boolean] allows http to this machine, for tests
    # @param token_header [Array(String, String)] its name, and what stands before the token{{N-5-03?; neither is stated (N-5-03)|}}
    # @param ca_file [String, nil] certificates to trust instead of those of the system, in PEM
    # @param proxy [String, nil] URL of an HTTP proxy; that of the environment if nil, none if empty
    # @raise [ApiError, ArgumentError] base_url_invalid, insecure_url, token_invalid, option_invalid
    def initialize(base_url, access_token, timeout: 10, max_response_bytes: 1_048_576,
                   allow_insecure_loopback: false, token_header: [TOKEN_HEADER, TOKEN_PREFIX], ca_file: nil, proxy: nil)
      @base_url = Transport.checked_url(base_url, allow_insecure_loopback, "Client")
      @access_token = access_token
      checked_token(access_token, "Client") unless access_token.respond_to?(:call)
      @header, @prefix = *token_header
      unless /\A[\w!#$%&'*+.^`|~-]+\z/.match?(@header) && /\A[ -~]*\z/.match?(@prefix)
        raise ArgumentError, "option_invalid: token_header is the name of a header, and what stands before the token"
      end

      @transport = Transport.new(timeout:, limit: max_response_bytes, ca_file:, proxy:)
    end

    # Store `secret` of the result at once{{A-04?: whether it is ever shown again is not stated|}}.
    #
    # @param webhook [ClientWebhookCreate]
    # @return [ClientWebhook]
    # @raise [ApiError]
    def create_client_webhook(webhook)
      operation = "createClientWebhook"
      raise ApiError.new("request_invalid", operation) if webhook.events.empty?

      response = call(operation, webhook)
      created = model(ClientWebhook, operation, response, json(operation, response))
      raise ApiError.new("response_invalid", operation, response) if created.secret.empty?

      created
    end

    # All five members are sent. {{U-41?What the answer holds is not stated; without|Without}} a JSON object it is empty.
    #
    # @param webhook [AppWebhookWrite]
    # @return [AppWebhook]
    # @raise [ApiError]
    def create_app_webhook(webhook)
      operation = "createAppWebhook"
      members = [webhook.app, webhook.webhook_url, webhook.events, webhook.response_handling_type, webhook.active]
      is_valid = members.none?(&:nil?) && webhook.events.size.between?(APP_WEBHOOK_EVENTS_MIN, APP_WEBHOOK_EVENTS_MAX)
      raise ApiError.new("request_invalid", operation) unless is_valid

      response = call(operation, webhook)
      begin
        value = json(operation, response)
      rescue ApiError
        # It worked; an error would invite to create another one.
        value = {}
      end
      model(AppWebhook, operation, response, value.is_a?(Hash) ? value : {})
    end

    # @param app_id [String, Integer]
    # @return [Object] the JSON as it came{{U-03?: whether the list is wrapped, and in what, is not stated|; the member that holds the list: {listEnvelope}}}
    # @raise [ApiError]
    def list_app_webhooks(app_id)
      operation = "listAppWebhooks"
      segment = ERB::Util.url_encode(app_id.to_s)
      raise ApiError.new("request_invalid", operation) if ["", ".", ".."].include?(segment)

      json(operation, call(operation, nil, segment))
    end

    # Without the token.
    def inspect
      "#<#{self.class.name} #{@base_url}>"
    end

    private

    # After a 401, a GET is repeated once with another token, if there is one. A POST is never repeated.
    def call(operation, payload, segment = "")
      token = token(operation, nil)
      response = exchange(operation, payload, segment, token)
      renewed = response.status == 401 && @access_token.respond_to?(:call) ? token(operation, token) : token
      if renewed != token
        raise ApiError.new("token_renewed", operation, response) if payload

        response = exchange(operation, payload, segment, renewed)
      end
      return response if response.status < 300

      raise ApiError.new(response.status < 500 ? "request_rejected" : "service_failed", operation, response)
    end

    def exchange(operation, payload, segment, token)
      method, path = OPERATIONS.fetch(operation)
      headers = { "Accept" => "application/json", @header => @prefix + token }
      headers["Content-Type"] = "application/json" if payload
      @transport.request(operation, method, @base_url + path.sub("{id}") { segment }, headers, written(operation, payload))
    end

    # What its error says can quote the text.
    def written(operation, payload)
      payload && JSON.generate(payload)
    rescue JSON::GeneratorError, EncodingError
      raise ApiError.new("request_invalid", operation), cause: nil
    end

    def token(operation, rejected)
      return @access_token unless @access_token.respond_to?(:call)

      checked_token(@access_token.call(rejected), operation)
    end

    def checked_token(token, operation)
      return token if token.is_a?(String) && token.match?(/\A[ -~]+\z/)

      raise ApiError.new("token_invalid", operation)
    end

    def json(operation, response)
      response.json
    rescue JSON::ParserError
      raise ApiError.new("response_not_json", operation, response), cause: nil
    end

    def model(type, operation, response, value)
      type.from_answer(value)
    rescue ModelError
      raise ApiError.new("response_invalid", operation, response), cause: nil
    end
  end
end
