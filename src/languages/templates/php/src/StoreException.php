<?php

declare(strict_types=1);

namespace CollectionsContract;

use RuntimeException;

/**
 * A store failed, and not the handler: its cause is what the store threw.
 *
 * @internal
 */
final class StoreException extends RuntimeException
{
}
