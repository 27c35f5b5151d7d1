<?php
// Without Composer: the models need no package, the calls would need Guzzle.
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\Model\PaymentSnapshot;
use OpenAPI\Client\ObjectSerializer;

foreach (array_slice($argv, 4) as $index => $file) {
    try {
        $payment = ObjectSerializer::deserialize(json_decode(file_get_contents($file)), '\\' . PaymentSnapshot::class);
        $wrong = $payment->listInvalidProperties();
        if ($wrong) throw new Exception(implode(', ', $wrong));
        echo "fixture\t$index\tok\t", json_encode(ObjectSerializer::sanitizeForSerialization($payment)), "\n";
    } catch (Throwable $error) {
        echo "fixture\t$index\terror\t", get_class($error), ': ', strtok($error->getMessage(), "\n"), "\n";
    }
}
