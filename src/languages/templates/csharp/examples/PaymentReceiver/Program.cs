// Receives confirmed payments. Each becomes one line of the file PROCESSED, on disk before the answer is sent; the same
// file is the memory for duplicates, so that they are known after a restart, too. For one process.
//
//     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl dotnet run --project examples/PaymentReceiver

using System;
using System.Net;
using CollectionsContract;
using PaymentReceiver;

string Setting(string name, string fallback) => Environment.GetEnvironmentVariable(name) ?? fallback;

Inbox inbox = new(Setting("PROCESSED", "payments.jsonl"));
ReceiverOptions options = new() { Store = inbox, OnProblem = (code, _) => Console.Error.WriteLine(code) };
Receiver receiver = new(new[] { Setting("WEBHOOK_SECRET", "") }, inbox.AddAsync, options);
IPEndPoint address = new(IPAddress.Loopback, int.Parse(Setting("PORT", "8080")));
using ReceiverServer server = new(address, receiver, TimeSpan.FromSeconds(10));
Console.Error.WriteLine($"listening on http://{address}");
await server.RunAsync();
