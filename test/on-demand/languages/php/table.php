<?php

/*
 * The store of the README over the PostgreSQL at PORT. Prints what was answered to a payment whose handler fails, and to
 * its repetitions, and how often it was stored.
 */

declare(strict_types=1);

require __DIR__ . '/readme.php';

use CollectionsContract\Contract;
use CollectionsContract\Delivery;
use CollectionsContract\Receiver;
use CollectionsContract\Signature;

$port = getenv('PORT');
$pdo = new PDO("pgsql:host=127.0.0.1;port=$port;dbname=postgres", 'inbox');
$pdo->exec('CREATE TABLE handled (id TEXT PRIMARY KEY); CREATE TABLE payments (id BIGINT)');
eval('final class Table implements CollectionsContract\DuplicateStore {
    public function __construct(private readonly PDO $pdo) {} ' . block('function once') . '}');

$insert = static function (object $payment, Delivery $delivery): void {
    $delivery->transaction->prepare('INSERT INTO payments VALUES (?)')->execute([$payment->id]);
};
$handlers = [
    'catches a failed statement' => static function (object $payment, Delivery $delivery) use ($insert): void {
        $insert($payment, $delivery);
        try {
            $delivery->transaction->exec('SELECT 1 / 0');
        } catch (PDOException) {
            // PostgreSQL has given up the transaction, and answers COMMIT with success all the same.
        }
    },
    'rolls back and begins' => static function (object $payment, Delivery $delivery) use ($insert): void {
        $insert($payment, $delivery);
        $delivery->transaction->rollBack();
        $delivery->transaction->beginTransaction();
    },
    'inserts' => $insert,
    'inserts again' => $insert,
];
$body = json_encode(['@event' => Contract::CASE_FILE_PAYMENT_CONFIRMED, 'id' => 7], JSON_THROW_ON_ERROR);
$answers = [];
foreach ($handlers as $name => $handler) {
    $receiver = new Receiver(['s3cret'], $handler, new Table($pdo), onProblem: static fn () => null);
    $answers[$name] = $receiver->receive($body, Signature::sign($body, 's3cret'))->status;
}
$answers['stored'] = (int) $pdo->query('SELECT count(*) FROM payments')->fetchColumn();
echo json_encode($answers);
