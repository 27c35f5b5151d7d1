<?php

declare(strict_types=1);

namespace CollectionsContract;

/** Sends one request: CurlTransport, or Psr18Transport over the HTTP client of your application. */
interface Transport
{
    /**
     * Returns any answer, redirects included. The request is sent once.
     *
     * @param array<string, string> $headers
     * @param string|null $body null: none
     * @throws ApiException timeout, unreachable, response_too_large
     */
    public function send(string $operation, string $method, string $url, array $headers, ?string $body): ApiResponse;
}
