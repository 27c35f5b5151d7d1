<?php

// The client over Guzzle of the system: php psr18.php PACKAGE BASE_URL. Prints the list of app webhooks, or the code.

declare(strict_types=1);

use CollectionsContract\ApiException;
use CollectionsContract\Client;
use CollectionsContract\Psr18Transport;

[, $package, $baseUrl] = $argv;
require "$package/autoload.php";
require 'GuzzleHttp/autoload.php';
require 'GuzzleHttp/Psr7/autoload.php';

$factory = new GuzzleHttp\Psr7\HttpFactory();
$transport = new Psr18Transport(new GuzzleHttp\Client(['timeout' => 5]), $factory, $factory);
try {
    echo json_encode((new Client($baseUrl, 'access-1', true, transport: $transport))->listAppWebhooks(7));
} catch (ApiException $error) {
    echo $error->getMessage();
}
