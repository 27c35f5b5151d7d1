<?php

/*
 * A site around the receiver: `early` is what other code does before it, `handler` what the handler does, `late` what
 * follows it. Handled payments are appended to the file HANDLED, problems to the log of PHP.
 */

declare(strict_types=1);

use CollectionsContract\DuplicateStore;
use CollectionsContract\Endpoint;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Receiver;

if (($_GET['before'] ?? '') === 'output') {
    echo "\u{feff}";
}

require getenv('PACKAGE') . '/autoload.php';
// The autoloader of Composer, which frameworks have, begins no buffer.
isset($_GET['framework']) && ob_end_clean();

$act = static function (string $what): mixed {
    if (in_array($what, ['die', 'fatal', 'memory', 'time'], true)) {
        header('HTTP/1.1 200 OK');
    }
    switch ($what) {
        case 'status':
            header('HTTP/1.1 200 OK');
            break;
        case 'status-in-headers':
            header('Status: 200 OK');
            header('Content-Length: 3');
            header('Content-Encoding: gzip');
            break;
        case 'code':
            http_response_code(202);
            break;
        case 'redirect':
            header('Location: /elsewhere');
            break;
        case 'callback':
            header_register_callback(static fn () => header('HTTP/1.1 200 OK'));
            break;
        case 'print':
            echo "a notice\n";
            break;
        case 'print-much':
            echo str_repeat('x', 200_000);
            break;
        case 'flush':
            echo 'x';
            while (ob_get_level() > 0 && ob_end_flush());
        case 'send':
            flush();
            break;
        case 'clean':
            while (ob_get_level() > 0 && ob_end_clean());
            echo 'x';
            break;
        case 'buffer':
            ob_start();
            echo 'left open';
            break;
        case 'compress':
            ob_start('ob_gzhandler');
            echo 'x';
            break;
        case 'finish':
            function_exists('fastcgi_finish_request') && fastcgi_finish_request();
            break;
        case 'end-flush':
            // WordPress does it at the end of each script.
            register_shutdown_function(static function (): void {
                while (ob_get_level() > 0 && ob_end_flush());
            });
            break;
        case 'exit':
            exit;
        case 'die':
            die('no');
        case 'fatal':
            undefined_function_in_shutdown();
        case 'memory':
            ini_set('memory_limit', '8M');
            str_repeat('x', 64_000_000);
        case 'time':
            set_time_limit(1);
            while (true);
        case 'user-error':
            trigger_error('bad', E_USER_ERROR);
        case 'shutdown':
            register_shutdown_function(static fn () => header('HTTP/1.1 200 OK'));
            exit;
        case 'false':
            return false;
        case 'generator':
            return (static fn () => yield 1)();
        case 'throw':
            throw new RuntimeException('the database is away');
    }

    return null;
};

$act($_GET['early'] ?? '');
$receiver = new Receiver(
    ['s3cret'],
    static function (PaymentSnapshot $payment) use ($act): mixed {
        $result = $act($_GET['handler'] ?? '');
        if (isset($_GET['fail'])) {
            throw new RuntimeException('the database is away');
        }
        file_put_contents((string) getenv('HANDLED'), "$payment->id\n", FILE_APPEND);

        return $result;
    },
    new class () implements DuplicateStore {
        public function once(string $key, callable $handOver): void
        {
            $handOver();
        }
    },
);
if (isset($_GET['framework'])) {
    $answer = $receiver->receive(file_get_contents('php://input'), $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null);
    header("HTTP/1.1 $answer->status", true, $answer->status);
    echo $answer->body();
} else {
    Endpoint::run($receiver);
}
$act($_GET['late'] ?? '');
