<?php

/*
 * Runs every method test*() of tests/*Test.php: php tests/run.php. The assertions of TestCase have the names of
 * PHPUnit's, so the tests move there by extending its TestCase.
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

error_reporting(E_ALL);
set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
    if ((error_reporting() & $severity) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $severity, $file, $line);
});

$run = 0;
$failed = 0;
foreach (glob(__DIR__ . '/*Test.php') ?: [] as $file) {
    $class = 'CollectionsContract\\Tests\\' . basename($file, '.php');
    foreach (get_class_methods($class) as $method) {
        if (!str_starts_with($method, 'test')) {
            continue;
        }
        $run++;
        $test = new $class();
        try {
            $test->setUp();
            $test->{$method}();
        } catch (Throwable $error) {
            $failed++;
            fwrite(STDERR, basename($file, '.php') . "::$method: {$error->getMessage()}\n");
        } finally {
            $test->tearDown();
        }
    }
}
echo "$run tests, $failed failed\n";
exit($run > 0 && $failed === 0 ? 0 : 1);
