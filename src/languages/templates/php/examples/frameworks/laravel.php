<?php

// Laravel: routes/api.php. In routes/web.php, leave this route out of the check against request forgery.

use CollectionsContract\HttpFoundation;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Receiver;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;

Route::post('/hooks/payments', function (Request $request) {
    // In a transaction of Laravel, so that those within are part of it. Octane would keep a connection that was lost.
    $book = fn (PaymentSnapshot $payment) => DB::table('payment')
        ->insert(['id' => $payment->id, 'amount' => $payment->amount]);
    $store = new PdoStore(fn () => DB::reconnect()->getPdo(), transaction: DB::transaction(...));
    $receiver = new Receiver([config('services.webhook.secret')], $book, $store);

    return HttpFoundation::answer($receiver, $request);
});
