<?php
require __DIR__ . '/generated/PaymentSnapshot.php';

echo json_encode(PaymentSnapshot::from(json_decode($argv[4]))->to());
