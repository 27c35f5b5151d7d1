<?php

declare(strict_types=1);

namespace CollectionsContract;

use RuntimeException;

/** Thrown by a store while another request handles the same key. The answer is 503, and the service retries. */
final class EventBusyException extends RuntimeException
{
}
