// The tests, without a framework, so that nothing has to be fetched: dotnet run --project tests/CollectionsContract.Tests

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using CollectionsContract.Tests;

int failed = 0;
List<(string Name, Func<Task> Run)> tests = new();
tests.AddRange(SignatureTests.All);
tests.AddRange(ModelTests.All);
tests.AddRange(ReceiverTests.All);
foreach ((string name, Func<Task> run) in tests)
{
    try
    {
        await run();
        Console.WriteLine($"ok      {name}");
    }
    catch (Exception error)
    {
        failed++;
        Console.WriteLine($"failed  {name}: {error.Message}");
    }
}

Console.WriteLine($"{tests.Count - failed} passed, {failed} failed");
return failed == 0 ? 0 : 1;
