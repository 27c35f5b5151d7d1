<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

/** What results of libraries say, where a test lets them. */
interface Saying
{
    public function getStatusCode(): mixed;

    public function has_errors(): mixed;

    public function isSuccessful(): mixed;

    public function isErr(): mixed;
}
