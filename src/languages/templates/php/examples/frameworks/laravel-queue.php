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
        Queue::push(CallQueuedClosure::create(static fn () => (new PdoStore(DB::connection()->getPdo()))
            ->once($key, static fn () => DB::table('payment')->insert($row)))); // run twice, booked once
    };
    $receiver = new Receiver([config('services.webhook.secret')], $enqueue, new PdoStore(DB::connection()->getPdo()));
    return HttpFoundation::answer($receiver, $request);
});
