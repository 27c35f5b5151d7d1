<?php

// The client over Guzzle of the system: php psr18.php PACKAGE BASE_URL [breaks]. Prints the list of app webhooks, or the
// code. breaks: the body breaks off while it is read, as with clients that do not wait for all of it.

declare(strict_types=1);

use CollectionsContract\ApiException;
use CollectionsContract\Client;
use CollectionsContract\Psr18Transport;

[, $package, $baseUrl, $breaks] = [...$argv, null];
require "$package/autoload.php";
require 'GuzzleHttp/autoload.php';
require 'GuzzleHttp/Psr7/autoload.php';

$factory = new GuzzleHttp\Psr7\HttpFactory();
$stack = GuzzleHttp\HandlerStack::create();
$broken = fn ($stream) => GuzzleHttp\Psr7\FnStream::decorate($stream, ['read' => fn () => throw new RuntimeException('hidden')]);
$breaks && $stack->push(GuzzleHttp\Middleware::mapResponse(fn ($answer) => $answer->withBody($broken($answer->getBody()))));
$client = new GuzzleHttp\Client(['timeout' => 5, 'handler' => $stack]);
$transport = new Psr18Transport($client, $factory, $factory);
try {
    echo json_encode((new Client($baseUrl, 'access-1', true, transport: $transport))->listAppWebhooks(7));
} catch (ApiException $error) {
    echo $error->getMessage();
}
