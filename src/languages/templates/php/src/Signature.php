<?php

declare(strict_types=1);

namespace CollectionsContract;

use InvalidArgumentException;
use SensitiveParameter;

/** Signing and verifying deliveries: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`. */
final class Signature
{
    private const DIGITS = 64;

    /**
     * The value of the signature header for exactly these bytes.
     *
     * @throws InvalidArgumentException on an empty secret
     */
    public static function sign(string $body, #[SensitiveParameter] string $secret): string
    {
        if ($secret === '') {
            throw new InvalidArgumentException('secret_empty: anyone can sign with an empty key');
        }

        return Contract::SIGNATURE_PREFIX . hash_hmac('sha256', $body, $secret);
    }

    /**
     * Was this body signed with one of these secrets? The comparison takes constant time.
     *
     * @param string $body the bytes as they arrived, before any parsing: php://input, or getContent() of a framework
     * @param string|null $header the value of the signature header as it arrived, null if there was none; several of
     *     the same name joined by a comma
     * @param list<string> $secrets one, or several while a secret is being replaced
     */
    public static function verify(string $body, ?string $header, #[SensitiveParameter] array $secrets): Verdict
    {
        if ($secrets === [] || in_array('', $secrets, true)) {
            return new Verdict(false, code: 'secret_empty');
        }
        $fault = self::fault($header ?? '');
        if ($fault !== null) {
            return new Verdict(false, code: $fault);
        }
        $given = hex2bin(substr($header, strlen(Contract::SIGNATURE_PREFIX)));
        foreach (array_values($secrets) as $index => $secret) {
            if (hash_equals(hash_hmac('sha256', $body, $secret, binary: true), $given)) {
                return new Verdict(true, secretIndex: $index);
            }
        }

        return new Verdict(false, code: 'signature_mismatch');
    }

    /** The first rule that applies gives the code, so one value has one code in every language. */
    private static function fault(string $header): ?string
    {
        $hasPrefix = str_starts_with($header, Contract::SIGNATURE_PREFIX);
        $digits = substr($header, strlen(Contract::SIGNATURE_PREFIX));

        return match (true) {
            $header === '' => 'signature_missing',
            str_contains($header, ',') => 'signature_repeated',
            self::hasBlank($header) => 'signature_whitespace',
            !$hasPrefix && preg_match('/\A[0-9a-z-]+=/', $header) === 1 => 'signature_algorithm',
            !$hasPrefix => 'signature_prefix',
            preg_match('/\A[0-9a-fA-F]*\z/', $digits) !== 1 => 'signature_encoding',
            strlen($digits) !== self::DIGITS => 'signature_length',
            default => null,
        };
    }

    /** White space and control characters, as every language of this contract counts them. */
    private static function hasBlank(string $header): bool
    {
        $found = preg_match('/[\p{Z}\p{Cc}\x{feff}]/u', $header);

        // False: the header is not UTF-8, so only its ASCII is told.
        return $found === false ? preg_match('/[\x00-\x20\x7f]/', $header) === 1 : $found === 1;
    }
}
