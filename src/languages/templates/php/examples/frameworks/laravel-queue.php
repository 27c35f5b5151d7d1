<?php

// Laravel with a queue in its database: routes/api.php. Payment and key are enqueued in one transaction.

use CollectionsContract\Delivery;
use CollectionsContract\HttpFoundation;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Receiver;
use Illuminate\Http\Request;
use Illuminate\Queue\CallQueuedClosure;
use Illuminate\Support\Facades\{DB, Queue, Route};

Route::post('/hooks/payments', function (Request $request) {
    $enqueue = function (PaymentSnapshot $payment, Delivery $delivery): void {
        [$key, $row] = ["booked $delivery->key", ['id' => $payment->id, 'amount' => $payment->amount]];
        Queue::push(CallQueuedClosure::create(static fn () => (new PdoStore(fn () => DB::reconnect()->getPdo()))
            ->once($key, static fn () => DB::table('payment')->insert($row)))); // run twice, booked once
    };
    $store = new PdoStore(fn () => DB::reconnect()->getPdo()); // Octane would keep a connection that was lost
    $receiver = new Receiver([config('services.webhook.secret')], $enqueue, $store);
    return HttpFoundation::answer($receiver, $request);
});
