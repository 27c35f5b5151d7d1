<?php

declare(strict_types=1);

namespace CollectionsContract;

use CollectionsContract\Model\TokenResponse;
use JsonException;
use SensitiveParameter;
use SensitiveParameterValue;
use stdClass;

/** The token endpoint of a service, as one app uses it. Errors hold no secret. */
final readonly class OAuth
{
    /** What RFC 6749 names. Another value is not passed on: services have been seen to put tokens there. */
    private const ERRORS = [
        'invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type',
        'invalid_scope',
    ];

    private const OPERATION = 'exchangeAuthorizationCode';

    private const FORM = 'application/x-www-form-urlencoded';

    private string $authUrl;

    private SensitiveParameterValue $clientSecret;

    private Transport $transport;

    /**
     * @param string $authUrl absolute, https
     * @param bool $allowInsecureLoopback allows http to this machine, for tests
     * @param Transport|null $transport default: CurlTransport for at most 65,536 bytes
     * @throws ApiException base_url_invalid, insecure_url, credentials_missing
     */
    public function __construct(
        string $authUrl,
        private string $clientId,
        #[SensitiveParameter]
        string $clientSecret,
        bool $allowInsecureLoopback = false,
        ?Transport $transport = null,
    ) {
        $this->authUrl = BaseUrl::checked($authUrl, $allowInsecureLoopback, self::OPERATION);
        $this->transport = $transport ?? new CurlTransport(maxResponseBytes: 65_536);
        self::body([$clientId, $clientSecret], self::FORM);
        $this->clientSecret = new SensitiveParameterValue($clientSecret);
    }

    /**
     * Exchanges an authorization code for tokens, with exactly the five stated fields, once.
     *
     * @throws ApiException
     */
    public function exchange(#[SensitiveParameter] string $code, string $redirectUri): TokenResponse
    {
        $fields = ['grant_type' => Contract::GRANT_TYPE, 'code' => $code, 'redirect_uri' => $redirectUri];
        $response = $this->post($fields);
        try {
            $tokens = TokenResponse::from(self::members($response));
        } catch (PayloadException) {
            throw new ApiException('token_response_invalid', self::OPERATION, $response);
        }

        return strtolower($tokens->tokenType) === 'bearer' && $tokens->accessToken !== '' && $tokens->refreshToken !== ''
            ? $tokens
            : throw new ApiException('token_response_invalid', self::OPERATION, $response);
    }

    /**
     * Refreshes by the path, grant type and media type of the contract: by default as RFC 6749, section 6, describes it.
     * {{N-4.2-01?How a refresh is requested is not stated (N-4.2-01), so using it is your choice:|To use it:}}
     * `new TokenKeeper($store, $oauth->refresh(...))`.
     *
     * @return array<mixed> the members of the answer{{N-4.2-01?, of which none is stated|}}
     * @throws ApiException
     */
    public function refresh(#[SensitiveParameter] string $refreshToken): array
    {
        [$path, $grantType, $mediaType] = Contract::REFRESH;
        $response = $this->post(['grant_type' => $grantType, 'refresh_token' => $refreshToken], $path, $mediaType);

        return get_object_vars(self::members($response));
    }

    /** @param array<string, string> $fields */
    private function post(
        #[SensitiveParameter] array $fields,
        ?string $path = null,
        string $mediaType = self::FORM,
    ): ApiResponse {
        $fields += ['client_id' => $this->clientId, 'client_secret' => $this->clientSecret->getValue()];
        [$method, $usual] = Contract::OPERATIONS[self::OPERATION];
        $headers = ['Accept' => 'application/json', 'Accept-Encoding' => 'identity', 'Content-Type' => $mediaType];
        $response = $this->transport->send(
            self::OPERATION,
            $method,
            $this->authUrl . ($path ?? $usual),
            $headers,
            self::body($fields, $mediaType),
        );
        if ($response->status < 300) {
            return $response;
        }
        $code = match (true) {
            $response->status < 400 => 'redirect_refused',
            $response->status < 500 => 'token_refused',
            default => 'token_endpoint_failed',
        };
        $error = json_decode($response->body)->error ?? null;
        $named = in_array($error, self::ERRORS, true) ? $error : null;
        throw new ApiException($code, self::OPERATION, $response, error: $named);
    }

    /** @param array<string> $fields */
    private static function body(#[SensitiveParameter] array $fields, string $mediaType): string
    {
        if (in_array('', $fields, true)) {
            throw new ApiException('credentials_missing', self::OPERATION);
        }

        return $mediaType === self::FORM
            ? http_build_query($fields, arg_separator: '&')
            : json_encode($fields, JSON_THROW_ON_ERROR);
    }

    private static function members(ApiResponse $response): stdClass
    {
        try {
            $value = $response->json(flags: 0);
        } catch (JsonException | PayloadException) {
            $value = null;
        }

        return $value instanceof stdClass
            ? $value
            : throw new ApiException('token_response_invalid', self::OPERATION, $response);
    }
}
