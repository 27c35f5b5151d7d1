<?php

declare(strict_types=1);

// For projects without Composer. With Composer, its autoloader reads the same mapping from composer.json.

// What other libraries print, a notice for example, must not send the headers before Endpoint has an answer.
if (PHP_SAPI !== 'cli') {
    ob_start();
}

spl_autoload_register(static function (string $class): void {
    foreach (['CollectionsContract\\Tests\\' => 'tests', 'CollectionsContract\\' => 'src'] as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $file = __DIR__ . "/$folder/" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (is_file($file)) {
                require $file;
            }

            return;
        }
    }
});
