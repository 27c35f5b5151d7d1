<?php
require __DIR__ . '/generated/PaymentSnapshot.php';

foreach (array_slice($argv, 5) as $index => $file) {
    try {
        $payment = PaymentSnapshot::from(json_decode(file_get_contents($file)));
        echo "fixture\t$index\tok\t", json_encode($payment->to()), "\n";
    } catch (Throwable $error) {
        echo "fixture\t$index\terror\t", get_class($error), ': ', strtok($error->getMessage(), "\n"), "\n";
    }
}
