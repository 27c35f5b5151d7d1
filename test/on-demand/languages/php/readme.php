<?php

/* The blocks of the README that need a framework or a database, run as they stand there. */

declare(strict_types=1);

require getenv('PACKAGE') . '/autoload.php';

/** The block of PHP that holds this text. */
function block(string $text): string
{
    preg_match_all('/^```php\n(.*?)^```$/ms', (string) file_get_contents(getenv('PACKAGE') . '/README.md'), $blocks);
    foreach ($blocks[1] as $block) {
        if (str_contains($block, $text)) {
            return $block;
        }
    }
    throw new RuntimeException("the README has no block with $text");
}
