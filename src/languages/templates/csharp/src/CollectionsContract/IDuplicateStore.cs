using System;
using System.Threading.Tasks;

namespace CollectionsContract;

/// <summary>
/// Remembers what was handed over. In production: a table with a unique key, written in the transaction that stores
/// the payment.
/// </summary>
public interface IDuplicateStore
{
    /// <summary>
    /// Does the work if the key is new, and remembers the key if the work succeeded. A key that was done before is no
    /// error. While one call is inside, another with the same key waits.
    /// </summary>
    Task OnceAsync(string key, Func<Task> work);
}
