<?php

/*
 * Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the sandbox answers.
 * Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.
 */

declare(strict_types=1);

$answer = file_get_contents(getenv('SANDBOX_URL') . '/_control/payments', context: stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('SANDBOX_TOKEN')],
    'content' => '{"amount":12550,"confirmed":true}',
]]));
echo $answer;
exit($answer === false ? 1 : 0);
