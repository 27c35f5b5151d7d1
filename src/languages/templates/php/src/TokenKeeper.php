<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use CollectionsContract\Model\TokenResponse;
use SensitiveParameter;
use Throwable;

/**
 * Keeps the tokens of one grant, and refreshes them: one refresh at a time, sent only if its result can be saved. Pass
 * it to Client in place of a token.
 */
final class TokenKeeper
{
    private const OPERATION = 'TokenKeeper';

    /** A refreshed token that is rejected this soon is not replaced again: what is rejected is not the token, then. */
    private const UNPROVEN_SECONDS = 60;

    /** @var array{array<string, mixed>, array<string, mixed>}|null what was refreshed, and its result, not saved yet */
    private ?array $unsaved = null;

    /**
     * @param Closure(string): array<mixed>|null $refresh takes the refresh token, and returns access_token and, if
     *     there are, refresh_token and expires_in. {{N-4.2-01?How is not stated (N-4.2-01): pass|Pass}} `$oauth->refresh(...)` to do it by
     *     RFC 6749
     * @param int $skew seconds before its end at which a token is refreshed, at most half its lifetime
     * @param Closure(): float|null $clock epoch seconds
     */
    public function __construct(
        private readonly TokenStore $store,
        private readonly ?Closure $refresh = null,
        private readonly int $skew = 60,
        private readonly ?Closure $clock = null,
    ) {
    }

    /**
     * Stores the tokens of a new grant.
     *
     * @throws ApiException store_save_failed, store_lock_failed
     */
    public function save(TokenResponse $response): void
    {
        $tokens = [
            'access_token' => $response->accessToken,
            'refresh_token' => $response->refreshToken,
            'expires_in' => $response->expiresIn,
            'expires_at' => $this->now() + $response->expiresIn,
        ];
        $this->locked(fn () => $this->put($tokens));
    }

    /**
     * @param string|null $rejected a token that the service answered with 401
     * @return string an access token; the rejected one if there is no other
     * @throws ApiException grant_missing, grant_dead, token_expired (without `$refresh`), store_load_failed,
     *     store_save_failed, store_lock_failed
     * @throws Throwable what `$refresh` throws
     */
    public function __invoke(#[SensitiveParameter] ?string $rejected = null): string
    {
        $tokens = $this->load();
        if ($this->isGood($tokens, $rejected, $this->refresh === null ? 0 : $this->skewOf($tokens))) {
            return $tokens['access_token'];
        }
        if ($this->refresh === null) {
            throw new ApiException('token_expired', self::OPERATION);
        }
        try {
            return $this->locked(fn () => $this->renewed($rejected));
        } catch (ApiException $error) {
            // It is good for a while, and the next call tries again.
            return $this->isGood($tokens, $rejected, 0) ? $tokens['access_token'] : throw $error;
        }
    }

    /** @return array<string, mixed> what var_dump() shows: nothing of the tokens */
    public function __debugInfo(): array
    {
        return ['store' => $this->store::class];
    }

    /** Another process may have been faster, so it looks into the store first. */
    private function renewed(#[SensitiveParameter] ?string $rejected): string
    {
        $stored = $this->load();
        if ($this->isGood($stored, $rejected, $this->skewOf($stored))) {
            return $stored['access_token'];
        }
        $latest = $this->unsaved !== null && $this->unsaved[0] == $stored ? $this->unsaved[1] : null;
        if ($latest === null) {
            if (!self::isText($stored['refresh_token'] ?? null)) {
                throw new ApiException('grant_dead', self::OPERATION);
            }
            // What cannot be saved now could not be saved afterwards, when the refresh token is spent.
            $this->put($stored);
            $latest = $this->refreshed($stored);
            $this->unsaved = [$stored, $latest];
        }
        $this->put($latest);
        $this->unsaved = null;

        return $latest['access_token'] ?? throw new ApiException('token_response_invalid', self::OPERATION);
    }

    /**
     * The answer is read leniently{{N-4.2-01?, because it is not stated|}}. It may hold the only refresh token that works.
     *
     * @param array<string, mixed> $stored
     * @return array<string, mixed>
     */
    private function refreshed(#[SensitiveParameter] array $stored): array
    {
        try {
            $answer = ($this->refresh)($stored['refresh_token']);
        } catch (ApiException $error) {
            if ($error->error !== 'invalid_grant') {
                throw $error;
            }
            // A process that no lock kept out was faster, or the customer has given a new grant.
            $latest = $this->load();
            if (!in_array($latest['refresh_token'] ?? null, [$stored['refresh_token'], null], true)) {
                return $latest;
            }
            $this->put(['refresh_token' => null] + $stored);
            throw new ApiException('grant_dead', self::OPERATION, error: $error->error);
        }
        [$access, $refresh] = [$answer['access_token'] ?? null, $answer['refresh_token'] ?? null];
        $seconds = is_numeric($answer['expires_in'] ?? null) ? (float) $answer['expires_in'] : -1;
        $seconds = $seconds >= 0 && is_finite($seconds) ? $seconds : $stored['expires_in'];
        $now = $this->now();

        return [
            'access_token' => self::isText($access) ? $access : null,
            'refresh_token' => self::isText($refresh) ? $refresh : $stored['refresh_token'],
            'expires_in' => $seconds,
            'expires_at' => $now + $seconds,
            'renewed_at' => $now,
        ];
    }

    private static function isText(#[SensitiveParameter] mixed $value): bool
    {
        return is_string($value) && $value !== '';
    }

    /** @param array<string, mixed> $tokens */
    private function isGood(
        #[SensitiveParameter]
        array $tokens,
        #[SensitiveParameter]
        ?string $rejected,
        float $skew,
    ): bool {
        if (!self::isText($tokens['access_token'] ?? null) || $this->now() >= $tokens['expires_at'] - $skew) {
            return false;
        }

        // A clock that was set back would make it long.
        return $rejected !== $tokens['access_token']
            || abs($this->now() - ($tokens['renewed_at'] ?? 0)) < self::UNPROVEN_SECONDS;
    }

    /** @param array<string, mixed> $tokens */
    private function skewOf(#[SensitiveParameter] array $tokens): float
    {
        return min($this->skew, $tokens['expires_in'] / 2);
    }

    /** @return array<string, mixed> */
    private function load(): array
    {
        $tokens = self::guarded('store_load_failed', $this->store->load(...))
            ?? throw new ApiException('grant_missing', self::OPERATION);

        return is_numeric($tokens['expires_in'] ?? null) && is_numeric($tokens['expires_at'] ?? null)
            ? $tokens
            : throw new ApiException('store_load_failed', self::OPERATION, reason: 'not tokens');
    }

    /** @param array<string, mixed> $tokens */
    private function put(#[SensitiveParameter] array $tokens): void
    {
        self::guarded('store_save_failed', fn () => $this->store->save($tokens));
    }

    /** The error of a store can hold the tokens, so only its class goes on. */
    private static function guarded(string $code, #[SensitiveParameter] Closure $ask): mixed
    {
        try {
            return $ask();
        } catch (Throwable $error) {
            throw new ApiException($code, self::OPERATION, reason: $error::class);
        }
    }

    private function locked(#[SensitiveParameter] Closure $work): mixed
    {
        $isInside = false;
        try {
            return $this->store->withLock(static function () use ($work, &$isInside): mixed {
                $isInside = true;

                return $work();
            });
        } catch (Throwable $error) {
            throw $isInside ? $error : new ApiException('store_lock_failed', self::OPERATION, reason: $error::class);
        }
    }

    private function now(): float
    {
        return $this->clock === null ? microtime(true) : ($this->clock)();
    }
}
