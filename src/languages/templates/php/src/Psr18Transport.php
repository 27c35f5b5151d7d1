<?php

declare(strict_types=1);

namespace CollectionsContract;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use RuntimeException;
use SensitiveParameter;

/**
 * An HTTP client of PSR-18, such as Guzzle. Deadline, certificates and proxy are those of that client: set its
 * time-out. A client of PSR-18 does not throw for a status; it must not follow redirects.
 */
final readonly class Psr18Transport implements Transport
{
    /** Bytes to read at once. */
    private const PIECE = 65_536;

    /** @param int $maxResponseBytes of a body */
    public function __construct(
        private ClientInterface $client,
        private RequestFactoryInterface $requests,
        private StreamFactoryInterface $streams,
        private int $maxResponseBytes = 1_048_576,
    ) {
    }

    public function send(
        string $operation,
        string $method,
        string $url,
        #[SensitiveParameter]
        array $headers,
        #[SensitiveParameter]
        ?string $body,
    ): ApiResponse {
        $request = $this->requests->createRequest($method, $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withBody($this->streams->createStream($body));
        }
        [$received, $sent] = ['', "$method $url"];
        try {
            $answer = $this->client->sendRequest($request);
            for ($stream = $answer->getBody(); strlen($received) <= $this->maxResponseBytes && !$stream->eof();) {
                $received .= $stream->read(self::PIECE);
            }
        } catch (ClientExceptionInterface | RuntimeException $error) {
            // Its message and its members can quote the request. A body that breaks off is a RuntimeException of PSR-7.
            throw new ApiException('unreachable', $operation, reason: $error::class, request: $sent);
        }
        $named = array_change_key_case(array_map(static fn (array $one) => implode(',', $one), $answer->getHeaders()));

        $response = new ApiResponse($answer->getStatusCode(), $named, $received, $sent);

        return $response->within($this->maxResponseBytes, $operation);
    }

    /** @return array<string, mixed> what var_dump() shows */
    public function __debugInfo(): array
    {
        return ['client' => $this->client::class];
    }
}
