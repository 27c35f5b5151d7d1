<?php

declare(strict_types=1);

namespace CollectionsContract;

use CurlHandle;
use LogicException;
use SensitiveParameter;

/** The extension curl, with a deadline for the whole exchange, from the name of the host to the last byte. */
final readonly class CurlTransport implements Transport
{
    /** Bytes beside a body: heads, interim answers, trailers. */
    private const HEAD_MAX = 65_536;

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
        [$received, $lines, $headSize, $isInHead] = ['', [], 0, true];
        [$curl, $sent] = [curl_init($url), "$method $url"];
        curl_setopt_array($curl, $this->options($method, $headers, $body) + [
            CURLOPT_HEADERFUNCTION => static function (CurlHandle $_, string $line) use (&$lines, &$headSize, &$isInHead): int {
                $headSize += strlen($line);
                if (str_starts_with($line, 'HTTP/')) {
                    // An interim answer comes before the final one.
                    [$lines, $isInHead] = [[], true];
                } elseif (trim($line) === '') {
                    $isInHead = false;
                } elseif ($isInHead) {
                    $lines[] = $line;
                }

                return $headSize > self::HEAD_MAX ? -1 : strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function (CurlHandle $_, string $piece) use (&$received): int {
                $received .= $piece;

                return strlen($received) > $this->maxResponseBytes ? -1 : strlen($piece);
            },
        ]);
        $isDone = curl_exec($curl);
        $isCut = strlen($received) > $this->maxResponseBytes;
        if ($isDone === false && !$isCut && curl_errno($curl) === CURLE_OPERATION_TIMEDOUT) {
            throw new ApiException('timeout', $operation, request: $sent);
        }
        if ($isInHead || $isDone === false && !$isCut) {
            $reason = curl_error($curl) ?: 'the connection ended within the head';
            throw new ApiException('unreachable', $operation, reason: $reason, request: $sent);
        }
        $response = new ApiResponse(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), self::named($lines), $received, $sent);

        return $response->within($this->maxResponseBytes, $operation);
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
