<?php

declare(strict_types=1);

namespace AcmeExampleCollections\Tests;

use AcmeExampleCollections\Delivery;
use AcmeExampleCollections\Model\RefundSnapshot;
use AcmeExampleCollections\PdoStore;
use AcmeExampleCollections\Receiver;
use AcmeExampleCollections\Signature;
use InvalidArgumentException;
use PDO;

final class RefundsTest extends TestCase
{
    private const EVENT = 'case_file.payment.refunded';
    private const BODY = '{"@event":"case_file.payment.refunded","id":7,"rate":1.50,'
        . '"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}';
    private const BAD = '{"@event":"case_file.payment.refunded","id":7,"lines":{}}';

    public function testARefundReachesItsHandlerOnce(): void
    {
        $seen = [];
        $on = [self::EVENT => static function (RefundSnapshot $refund, Delivery $delivery) use (&$seen): void {
            $seen[] = [$refund->id, $refund->lines[0]->label, (array) $refund->labels, $delivery->event];
        }];
        $receiver = new Receiver(['s'], static fn () => null, self::table(), on: $on);
        foreach ([1, 2] as $_) {
            self::assertSame(204, self::receive($receiver, self::BODY)->status);
        }
        self::assertSame([[7, 'a', ['b c' => 'd'], self::EVENT]], $seen);
        self::assertSame('payload_invalid', self::receive($receiver, self::BAD)->code);
    }

    public function testWhatWouldNeverRunIsRefused(): void
    {
        foreach (['case_file.payment.confirmed', 'no.such.event'] as $event) {
            self::thrown(InvalidArgumentException::class, static fn () =>
                new Receiver(['s'], static fn () => null, self::table(), on: [$event => static fn () => null]));
        }
    }

    private static function table(): PdoStore
    {
        $pdo = new PDO('sqlite::memory:');
        $pdo->exec(PdoStore::TABLE);

        return new PdoStore($pdo);
    }

    private static function receive(Receiver $receiver, string $body): \AcmeExampleCollections\Answer
    {
        return $receiver->receive($body, Signature::sign($body, 's'));
    }
}
