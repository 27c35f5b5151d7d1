<?php

declare(strict_types=1);

namespace CollectionsContract;

use CurlHandle;
use LogicException;
use SensitiveParameter;

/** The extension curl, with a deadline for the whole exchange, from the name of the host to the last byte. */
final readonly class CurlTransport implements Transport
{
    /**
     * @param float $timeout seconds, above 0
     * @param int $maxResponseBytes of a body, 1 at least
     * @param string|null $caFile certificates to trust instead of those of the system, in PEM
     * @param string|null $proxy URL of a proxy; that of the environment if null, none if empty
     * @throws LogicException if the extension or the file is missing, or a limit is not one
     */
    public function __construct(
        private float $timeout = 10,
        private int $maxResponseBytes = 1_048_576,
        private ?string $caFile = null,
        #[SensitiveParameter]
        private ?string $proxy = null,
    ) {
        if (!extension_loaded('curl')) {
            throw new LogicException('The extension curl is missing: install it, or pass a Psr18Transport.');
        }
        if (!($timeout > 0) || $maxResponseBytes < 1) {
            throw new LogicException('option_invalid: timeout and maxResponseBytes are above 0');
        }
        if ($caFile !== null && !is_readable($caFile)) {
            throw new LogicException("$caFile cannot be read");
        }
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
        [$received, $lines] = ['', []];
        $curl = curl_init($url);
        curl_setopt_array($curl, $this->options($method, $headers, $body) + [
            CURLOPT_HEADERFUNCTION => static function (CurlHandle $_, string $line) use (&$lines): int {
                // An interim answer comes before the final one.
                $lines = str_starts_with($line, 'HTTP/') ? [] : [...$lines, $line];

                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function (CurlHandle $_, string $piece) use (&$received): int {
                $received .= $piece;

                return strlen($received) > $this->maxResponseBytes ? -1 : strlen($piece);
            },
        ]);
        $isDone = curl_exec($curl);
        $isCut = strlen($received) > $this->maxResponseBytes;
        if ($isDone === false && !$isCut) {
            $isLate = curl_errno($curl) === CURLE_OPERATION_TIMEDOUT;
            throw $isLate
                ? new ApiException('timeout', $operation)
                : new ApiException('unreachable', $operation, reason: curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status < 200) {
            throw new ApiException('unreachable', $operation, reason: "the answer was $status");
        }
        $response = new ApiResponse($status, self::named($lines), substr($received, 0, $this->maxResponseBytes));

        return $isCut && $status < 300
            ? throw new ApiException('response_too_large', $operation, $response)
            : $response;
    }

    /** @return array<string, int|string|null> what var_dump() shows: not the proxy, whose URL can hold a password */
    public function __debugInfo(): array
    {
        return ['timeout' => $this->timeout, 'maxResponseBytes' => $this->maxResponseBytes, 'caFile' => $this->caFile];
    }

    /**
     * @param array<string, string> $headers
     * @return array<int, mixed>
     */
    private function options(
        string $method,
        #[SensitiveParameter]
        array $headers,
        #[SensitiveParameter]
        ?string $body,
    ): array {
        // curl would wait for the leave to send a large body.
        $lines = ['Expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }

        return [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($this->timeout * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body])
            + ($this->caFile === null ? [] : [CURLOPT_CAINFO => $this->caFile])
            + ($this->proxy === null ? [] : [CURLOPT_PROXY => $this->proxy]);
    }

    /**
     * @param list<string> $lines
     * @return array<string, string>
     */
    private static function named(array $lines): array
    {
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + ['', ''];
            $name = strtolower(trim($name));
            if ($name !== '') {
                $headers[$name] = isset($headers[$name]) ? "$headers[$name]," . trim($value) : trim($value);
            }
        }

        return $headers;
    }
}
