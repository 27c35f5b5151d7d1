<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use Closure;
use CollectionsContract\ApiException;
use CollectionsContract\FileTokenStore;
use CollectionsContract\Model\TokenResponse;
use CollectionsContract\TokenKeeper;
use CollectionsContract\TokenStore;
use RuntimeException;

/** When tokens are refreshed, and what happens if they cannot be saved. */
final class TokenKeeperTest extends TestCase
{
    private float $now = 1000;

    /** @var list<string> */
    private array $sent = [];

    private Closure $answer;

    private string $file;

    private TokenStore $store;

    private TokenKeeper $keeper;

    public function setUp(): void
    {
        $this->file = sys_get_temp_dir() . '/tokens-' . bin2hex(random_bytes(6));
        $this->answer = static fn (int $number): array
            => ['access_token' => "access-$number", 'refresh_token' => "hidden-$number"];
        $this->store = new FileTokenStore($this->file);
        $this->keeper = $this->keeper($this->store);
        $this->keeper->save(self::tokens());
    }

    public function tearDown(): void
    {
        array_map(static fn (string $one) => is_dir($one) ? rmdir($one) : unlink($one), glob("$this->file*") ?: []);
    }

    public function testATokenIsUsedUntilShortlyBeforeItsEndAndRefreshedThen(): void
    {
        self::assertSame(['access-0', []], [($this->keeper)(), $this->sent]);
        $this->now += 541;
        self::assertSame(['access-1', 'access-1', ['hidden-0']], [($this->keeper)(), ($this->keeper)(), $this->sent]);
        // Without expires_in in the answer, or with one that no file can hold, the previous lifetime counts.
        self::assertSame(1541.0 + 600, (float) $this->store->load()['expires_at']);
        $this->answer = static fn () => ['access_token' => 'a', 'expires_in' => '1e400'];
        $this->now += 700;
        self::assertSame(['a', $this->now + 600], [($this->keeper)(), (float) $this->store->load()['expires_at']]);
        self::assertSame(0o600, fileperms($this->file) & 0o777);
        self::assertSame(["$this->file", "$this->file.lock"], glob("$this->file*"));
    }

    public function testARejectedTokenIsRefreshedOnce(): void
    {
        // Two processes: neither knows what the other has.
        $other = $this->keeper(new FileTokenStore($this->file));
        self::assertSame(['access-1', 'access-1'], [($this->keeper)('access-0'), $other('access-0')]);
        self::assertSame(['hidden-0'], $this->sent);
        // One that is rejected at once is not replaced again, and later it is.
        self::assertSame('access-1', ($this->keeper)('access-1'));
        $this->now += 61;
        self::assertSame('access-2', ($this->keeper)('access-1'));
        $this->now -= 500;
        self::assertSame('access-3', ($this->keeper)('access-2'));
    }

    public function testNothingIsRefreshedWhoseResultCannotBeSaved(): void
    {
        $this->now += 700;
        $keeper = $this->keeper($this->failingToSave(0));
        self::failing('store_save_failed', $keeper);
        self::assertSame([], $this->sent);
    }

    public function testADiskThatTakesAPartOfTheTokensLeavesTheOldOnes(): void
    {
        $save = "require '" . dirname(__DIR__) . "/autoload.php'; (new CollectionsContract\FileTokenStore('$this->file'))"
            . "->save(['access_token' => str_repeat('a', 9000)]);";
        exec("trap '' XFSZ; ulimit -f 8; " . PHP_BINARY . ' -r ' . escapeshellarg($save) . ' 2>&1', $said, $result);
        self::assertSame([255, 'access-0'], [$result, $this->store->load()['access_token']], implode("\n", $said));
        self::assertStringContainsString('the file of the tokens cannot be used', implode("\n", $said));
    }

    public function testTokensThatCouldNotBeSavedAreSavedByTheNextCall(): void
    {
        $this->now += 700;
        $keeper = $this->keeper($this->failingToSave(1));
        self::failing('store_save_failed', $keeper);
        self::assertSame('access-1', $keeper());
        self::assertSame(['hidden-1', ['hidden-0']], [$this->store->load()['refresh_token'], $this->sent]);
    }

    public function testAFailureIsToldOnceTheTokenHasExpiredAndTheGrantStays(): void
    {
        $this->answer = static fn () => throw new ApiException('token_endpoint_failed', 'exchangeAuthorizationCode');
        $this->now += 590;
        self::assertSame('access-0', ($this->keeper)());
        $this->now += 100;
        self::failing('token_endpoint_failed', $this->keeper);
        self::assertSame('hidden-0', $this->store->load()['refresh_token']);
    }

    public function testAGrantThatIsInvalidIsDeadUntilThereIsANewOne(): void
    {
        $this->answer = static fn () => throw new ApiException('token_refused', 'x', error: 'invalid_grant');
        $this->now += 700;
        self::failing('grant_dead', $this->keeper);
        self::failing('grant_dead', $this->keeper);
        self::assertSame(1, count($this->sent));
        $this->keeper->save(self::tokens());
        self::assertSame('access-0', ($this->keeper)());
        $this->now += 700;
        $this->answer = function (): never {
            $this->store->save(['access_token' => 'access-2', 'refresh_token' => 'hidden-2'] + $this->store->load());
            throw new ApiException('token_refused', 'x', error: 'invalid_grant');
        };
        self::assertSame(['access-2', 'hidden-2'], [($this->keeper)(), $this->store->load()['refresh_token']]);
    }

    public function testANewRefreshTokenIsKeptEvenWithoutAnAccessToken(): void
    {
        $this->answer = static fn (int $number): array => $number === 1
            ? ['refresh_token' => 'hidden-1', 'access_token' => 5]
            : ['access_token' => 'a', 'expires_in' => '60.5'];
        $this->now += 700;
        self::failing('token_response_invalid', $this->keeper);
        self::assertSame(['a', ['hidden-0', 'hidden-1']], [($this->keeper)(), $this->sent]);
    }

    public function testWhatIsMissing(): void
    {
        unlink($this->file);
        self::failing('grant_missing', $this->keeper);
        file_put_contents($this->file, '{"x":"hidden"}');
        self::failing('store_load_failed', $this->keeper);
        file_put_contents($this->file, 'hidden');
        self::failing('store_load_failed', $this->keeper);
        $this->keeper->save(self::tokens());
        $plain = new TokenKeeper($this->store, clock: fn () => $this->now);
        $this->now += 599;
        self::assertSame('access-0', $plain());
        $this->now += 2;
        self::failing('token_expired', $plain);
        $nowhere = $this->keeper(new FileTokenStore('/no/such/file'));
        self::failing('store_lock_failed', static fn () => $nowhere->save(self::tokens()));
        self::assertStringNotContainsString('hidden', print_r([$this->keeper, $plain], true));
    }

    private static function tokens(): TokenResponse
    {
        return new TokenResponse('Bearer', 600, 'access-0', 'hidden-0');
    }

    private function keeper(TokenStore $store): TokenKeeper
    {
        $refresh = function (string $token): array {
            $this->sent[] = $token;

            return ($this->answer)(count($this->sent));
        };

        return new TokenKeeper($store, $refresh, clock: fn (): float => $this->now);
    }

    /** Fails once, after so many tokens that it saved. */
    private function failingToSave(int $after): TokenStore
    {
        $store = $this->createMock(TokenStore::class);
        $store->method('load')->willReturnCallback($this->store->load(...));
        $store->method('withLock')->willReturnCallback($this->store->withLock(...));
        $store->method('save')->willReturnCallback(function (array $tokens) use (&$after): void {
            $after-- === 0 ? throw new RuntimeException('hidden') : $this->store->save($tokens);
        });

        return $store;
    }

    private static function failing(string $code, callable $call): void
    {
        $error = self::thrown(ApiException::class, $call);
        self::assertSame($code, $error->getCode(), $error->getMessage());
        self::assertHidden($error);
    }
}
