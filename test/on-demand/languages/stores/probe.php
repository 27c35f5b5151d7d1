<?php

/* Answers deliveries through the store of the package; see stores.test.ts. The argument: a port or a file. */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use CollectionsContract\Delivery;
use CollectionsContract\LabelledSecret;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Problem;
use CollectionsContract\Receiver;
use CollectionsContract\Signature;

[, $place, $way] = $argv;
$connect = static fn () => ctype_digit($place)
    ? new PDO("pgsql:host=127.0.0.1;port=$place;dbname=postgres", 'inbox')
    : new PDO("sqlite:$place", options: [PDO::ATTR_PERSISTENT => $way === 'persistent']);
$laravel = null;
if ($way === 'Laravel') {
    error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8, in PHP 8.2
    require 'Illuminate/Database/autoload.php';
    $server = ['driver' => 'pgsql', 'host' => '127.0.0.1', 'port' => $place, 'charset' => 'utf8', 'database' => 'postgres'];
    $manager = new Illuminate\Database\Capsule\Manager();
    $manager->addConnection(ctype_digit($place) ? $server + ['username' => 'inbox'] : ['driver' => 'sqlite', 'database' => $place]);
    $laravel = $manager->getConnection();
    // In SQLite with one PDO, which goes on after a failure.
    $connect = static function () use ($manager, $laravel, $place): PDO {
        ctype_digit($place) && $manager->getDatabaseManager()->reconnect();
        $laravel->getPdo()->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        return $laravel->getPdo();
    };
}
$store = new PdoStore($way === 'one PDO' ? $connect() : $connect, transaction: $laravel ? $laravel->transaction(...) : null);
$store->migrate('CREATE TABLE IF NOT EXISTS payment (id BIGINT)');
$asked = null;
$handle = static function (PaymentSnapshot $payment, Delivery $delivery) use (&$asked, $laravel): void {
    $pdo = $delivery->transaction;
    $run = $laravel ? $laravel->unprepared(...) : $pdo->exec(...);
    $payments = $asked->handler === 'limits'
        ? 'SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings '
            . "WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'"
        : "VALUES ($payment->id)";
    $insert = static fn () => $run("INSERT INTO payment $payments");
    // A transaction of Laravel, within that of the store.
    $write = $laravel ? static fn () => $laravel->transaction($insert) : $insert;
    $end = strstr($asked->handler, ', write', before_needle: true);
    if (in_array($end, ['commit', 'rollback', 'COMMIT', 'ROLLBACK'], true)) {
        foreach ([ctype_upper($end) ? fn () => $run($end) : [$laravel ?? $pdo, $end], ctype_upper($end) ? $insert : $write] as $act) {
            try {
                $act();
            } catch (Throwable) {
            }
        }
        return;
    }
    if (in_array($asked->handler, ['unread', 'query'], true)) {
        static $opened = [];
        $opened[] = ($laravel?->getPdo() ?? $pdo)->query($asked->sql ?? "INSERT INTO payment $payments RETURNING id");
        return;
    }
    if (str_starts_with($asked->handler, 'prepare')) {
        ($laravel?->getPdo() ?? $pdo)->prepare("INSERT INTO payment $payments");
    }
    if ($asked->handler === 'prepare') {
        return;
    }
    if ($asked->handler === 'run') {
        $run($asked->sql);
        return;
    }
    $write();
    if ($asked->handler === 'hang') {
        echo "inside\n";
        sleep(1000);
    }
    if ($asked->handler === 'exit') {
        exit;
    }
    if (in_array($asked->handler, ['commit', 'commit, fail'], true)) {
        ($laravel ?? $pdo)->commit();
    }
    if (str_ends_with($asked->handler, 'fail')) {
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
        throw new RuntimeException('away');
    }
    if ($asked->handler === 'undo') {
        ($laravel ?? $pdo)->rollBack();
    }
    if (in_array($asked->handler, ['slip', 'lose', 'lose, write'], true)) {
        try {
            $run($asked->handler === 'slip' ? 'SELECT * FROM no_such_table' : 'SELECT pg_terminate_backend(pg_backend_pid())');
        } catch (PDOException) {
        }
    }
    if ($asked->handler === 'lose, write') {
        $write();
    }
    // And leaves it so.
    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
};
$owners = [new LabelledSecret('acme', 's-acme'), new LabelledSecret('bolt', 's-bolt')];
$error = null;
$quiet = static function (Problem $problem) use (&$error): void {
    $error = $problem->error;
};
$plain = new Receiver(['s3cret'], $handle, $store, onProblem: $quiet);
$owned = new Receiver($owners, $handle, $store, onProblem: $quiet);
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line);
    $owner = $asked->owner ?? null;
    if (isset($asked->forked) && ($child = pcntl_fork()) > 0) {
        pcntl_waitpid($child, $_);
        continue;
    }
    $body = json_encode(['@event' => 'case_file.payment.confirmed', 'id' => $asked->id]);
    $signature = Signature::sign($body, $owner === null ? 's3cret' : "s-$owner");
    $answer = ($owner === null ? $plain : $owned)->receive($body, $signature);
    echo "$answer->status $answer->code ", $answer->code === null ? '' : strtok((string) $error?->getMessage(), "\n"), "\n";
    if (isset($asked->forked)) {
        exit;
    }
}
