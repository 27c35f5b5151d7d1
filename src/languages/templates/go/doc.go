// Package collectionscontract receives the payment webhooks of a collections service and calls its
// API, with the standard library alone.
//
// [Receiver] is an [http.Handler]; [Sign] and [Verify] are what it rests on. [Client] calls the API
// with a token from [ExchangeAuthorizationCode].
package collectionscontract
