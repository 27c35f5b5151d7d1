<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use CollectionsContract\Model\AppWebhook;
use CollectionsContract\Model\AppWebhookWrite;
use CollectionsContract\Model\ClientWebhook;
use CollectionsContract\Model\ClientWebhookCreate;
use JsonException;
use SensitiveParameter;

/** The API: one request for each call, within bounds, without redirects, with errors that hold no secret. */
final readonly class Client
{
    private string $baseUrl;

    /** @var Closure(?string): mixed */
    private Closure $accessToken;

    private Transport $transport;

    /**
     * @param string $baseUrl absolute, https
     * @param string|callable(?string): string $accessToken a token, or what is called with the token that was rejected
     *     (null at first) and returns one: a TokenKeeper
     * @param bool $allowInsecureLoopback allows http to this machine, for tests
     * @param array{string, string} $tokenHeader its name, and what stands before the token{{N-5-03?; neither is stated (N-5-03)|}}
     * @param Transport|null $transport default: CurlTransport
     * @throws ApiException base_url_invalid, insecure_url, token_invalid
     */
    public function __construct(
        string $baseUrl,
        #[SensitiveParameter]
        string|callable $accessToken,
        bool $allowInsecureLoopback = false,
        private array $tokenHeader = [Contract::TOKEN_HEADER, Contract::TOKEN_PREFIX],
        ?Transport $transport = null,
    ) {
        $this->baseUrl = BaseUrl::checked($baseUrl, $allowInsecureLoopback, 'Client');
        if (is_string($accessToken)) {
            $this->checkToken($accessToken, 'Client');
        }
        $this->accessToken = is_string($accessToken) ? static fn () => $accessToken : $accessToken(...);
        $this->transport = $transport ?? new CurlTransport();
    }

    /**
     * Store `secret` of the result at once{{A-04?: whether it is ever shown again is not stated|}}.
     *
     * @throws ApiException
     */
    public function createClientWebhook(ClientWebhookCreate $webhook): ClientWebhook
    {
        if ($webhook->events === []) {
            throw new ApiException('request_invalid', __FUNCTION__);
        }
        $response = $this->call(__FUNCTION__, $webhook);
        $created = self::model(ClientWebhook::from(...), __FUNCTION__, $response, self::json(__FUNCTION__, $response));

        return $created->secret === '' ? throw new ApiException('response_invalid', __FUNCTION__, $response) : $created;
    }

    /**
     * All five members are sent. {{U-41?What the answer holds is not stated; without|Without}} a JSON object it is empty.
     *
     * @throws ApiException
     */
    public function createAppWebhook(AppWebhookWrite $webhook): AppWebhook
    {
        $members = [$webhook->app, $webhook->webhookUrl, $webhook->responseHandlingType, $webhook->active];
        $count = count($webhook->events ?? []);
        if (
            in_array(null, $members, true)
            || $count < Contract::APP_WEBHOOK_EVENTS_MIN || $count > Contract::APP_WEBHOOK_EVENTS_MAX
        ) {
            throw new ApiException('request_invalid', __FUNCTION__);
        }
        $response = $this->call(__FUNCTION__, $webhook);
        try {
            $value = $response->json(flags: 0);
        } catch (JsonException | PayloadException) {
            // It worked; an error would invite to create another one.
            $value = null;
        }

        return self::model(AppWebhook::from(...), __FUNCTION__, $response, is_object($value) ? $value : (object) []);
    }

    /**
     * @return mixed the JSON as it came, objects as objects{{U-03?: whether the list is wrapped, and in what, is not stated|; the member that holds the list: {listEnvelope}}}.
     *     An integer beyond 64 bits is a text
     * @throws ApiException
     */
    public function listAppWebhooks(string|int $appId): mixed
    {
        $segment = rawurlencode((string) $appId);
        if (in_array($segment, ['', '.', '..'], true)) {
            throw new ApiException('request_invalid', __FUNCTION__);
        }

        return self::json(__FUNCTION__, $this->call(__FUNCTION__, null, $segment), JSON_BIGINT_AS_STRING);
    }

    /** @return array<string, mixed> what var_dump() shows: not the token */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'transport' => $this->transport];
    }

    /** After a 401, a GET is repeated once with another token, if there is one. A POST is never repeated. */
    private function call(string $operation, ?Payload $payload, string $segment = ''): ApiResponse
    {
        $token = $this->tokenFor($operation, null);
        $response = $this->exchange($operation, $payload, $segment, $token);
        $renewed = $response->status === 401 ? $this->tokenFor($operation, $token) : $token;
        if ($renewed !== $token) {
            $response = $payload === null
                ? $this->exchange($operation, null, $segment, $renewed)
                : throw new ApiException('token_renewed', $operation, $response);
        }

        return match (true) {
            $response->status < 300 => $response,
            $response->status < 400 => throw new ApiException('redirect_refused', $operation, $response),
            $response->status < 500 => throw new ApiException('request_rejected', $operation, $response),
            default => throw new ApiException('service_failed', $operation, $response),
        };
    }

    private function exchange(
        string $operation,
        ?Payload $payload,
        string $segment,
        #[SensitiveParameter]
        string $token,
    ): ApiResponse {
        [$method, $path] = Contract::OPERATIONS[$operation];
        [$name, $prefix] = $this->tokenHeader;
        $headers = ['Accept' => 'application/json', 'Accept-Encoding' => 'identity', $name => $prefix . $token];
        if ($payload !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        $url = $this->baseUrl . str_replace('{id}', $segment, $path);

        return $this->transport->send($operation, $method, $url, $headers, $payload?->toJson());
    }

    private function tokenFor(string $operation, #[SensitiveParameter] ?string $rejected): string
    {
        $token = ($this->accessToken)($rejected);
        $this->checkToken($token, $operation);

        return $token;
    }

    /** Nothing of the header may end its line. */
    private function checkToken(#[SensitiveParameter] mixed $token, string $operation): void
    {
        [$name, $prefix] = $this->tokenHeader;
        if (!is_string($token) || preg_match('/\A[!#-\'*+.0-9A-Z^-z|~-]+:[ -~]*:[ -~]+\z/', "$name:$prefix:$token") !== 1) {
            throw new ApiException('token_invalid', $operation);
        }
    }

    private static function json(string $operation, ApiResponse $response, int $flags = 0): mixed
    {
        try {
            return $response->json($flags);
        } catch (JsonException | PayloadException) {
            throw new ApiException('response_not_json', $operation, $response);
        }
    }

    /**
     * @template T
     * @param Closure(mixed): T $from
     * @return T
     */
    private static function model(Closure $from, string $operation, ApiResponse $response, mixed $value): Payload
    {
        try {
            return $from(new Read($value, isLenient: true));
        } catch (PayloadException) {
            throw new ApiException('response_invalid', $operation, $response);
        }
    }
}
