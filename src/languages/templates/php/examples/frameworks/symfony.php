<?php

// Symfony: src/Controller/PaymentController.php, and a route that leads to it.

namespace App\Controller;

use CollectionsContract\Delivery;
use CollectionsContract\HttpFoundation;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Receiver;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

final class PaymentController
{
    public function __invoke(Request $request): Response
    {
        $store = new PdoStore(new \PDO($_SERVER['DATABASE_URL']));
        $book = fn (PaymentSnapshot $payment, Delivery $delivery) => $delivery->transaction
            ->prepare('INSERT INTO payment VALUES (?, ?)')->execute([$payment->id, $payment->amount]);

        return HttpFoundation::answer(new Receiver([$_SERVER['WEBHOOK_SECRET']], $book, $store), $request);
    }
}
