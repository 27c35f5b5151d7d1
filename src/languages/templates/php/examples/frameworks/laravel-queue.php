<?php

// Laravel with a queue in its database: routes/api.php. Payment and key are enqueued in one transaction.

use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\{Delivery, HttpFoundation, PdoStore, Receiver};
use Illuminate\Http\Request;
use Illuminate\Queue\CallQueuedClosure;
use Illuminate\Support\Facades\{DB, Queue, Route};

Route::post('/hooks/payments', function (Request $request) {
    // Connects anew, since Octane would keep a connection that was lost.
    $store = static fn () => new PdoStore(fn () => DB::reconnect()->getPdo(), 2_000, fn ($run) => DB::transaction($run));
    $enqueue = function (PaymentSnapshot $payment, Delivery $delivery) use ($store): void {
        [$key, $row] = ["booked $delivery->key", ['id' => $payment->id, 'amount' => $payment->amount]];
        Queue::push(CallQueuedClosure::create(static fn () => $store()
            ->once($key, static fn () => DB::table('payment')->insert($row)))); // run twice, booked once
    };
    $receiver = new Receiver([config('services.webhook.secret')], $enqueue, $store());
    return HttpFoundation::answer($receiver, $request);
});
