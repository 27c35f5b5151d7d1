<?php

declare(strict_types=1);

namespace CollectionsContract;

use RuntimeException;
use Throwable;

/**
 * A call that did not succeed. `getCode()` is a constant text, such as `request_rejected`; `getPrevious()` is there if
 * another library failed. What the service sent can hold secrets, so it is in no message and in no dump.
 */
final class ApiException extends RuntimeException
{
    public readonly ?string $request;

    /**
     * @param string $operation for example createClientWebhook
     * @param ApiResponse|null $response what arrived, if something did
     * @param string|null $reason why nothing arrived, such as what is wrong with the certificate
     * @param string|null $request method and URL, if it was sent
     * @param string|null $error what a token endpoint named, such as invalid_grant
     */
    public function __construct(
        string $code,
        public readonly string $operation,
        public readonly ?ApiResponse $response = null,
        public readonly ?string $reason = null,
        public readonly ?string $error = null,
        ?Throwable $previous = null,
        ?string $request = null,
    ) {
        $this->request = $request ?? $response?->request;
        $sent = $this->request === null ? '' : ", $this->request";
        $answered = $response === null ? '' : " was answered $response->status";
        parent::__construct("$code: $operation$sent$answered" . ($reason === null ? '' : " ($reason)"), 0, $previous);
        // As PDOException does.
        $this->code = $code;
    }
}
