using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace CollectionsContract;

/// <summary>Reads one HTTP/1.1 request. What is not plainly right ends with an <see cref="InvalidDataException"/>.</summary>
internal sealed class HttpRequestReader
{
    private const int LineMax = 16_384;
    private const int HeadersMax = 100;
    private static readonly Encoding Latin1 = Encoding.GetEncoding("ISO-8859-1");
    private static readonly Regex RequestLine = new(@"\A([A-Za-z]+) \S+ HTTP/1\.[01]\z", RegexOptions.CultureInvariant);
    private static readonly Regex Header = new(@"\A([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*\z", RegexOptions.CultureInvariant);
    private static readonly Regex Digits = new(@"\A[0-9]{1,15}\z", RegexOptions.CultureInvariant);
    private static readonly Regex ChunkSize = new(@"\A([0-9A-Fa-f]{1,7})[ \t]*(;.*)?\z", RegexOptions.CultureInvariant);

    private readonly Stream stream;
    private readonly CancellationToken deadline;
    private readonly List<(string Name, string Value)> headers = new();
    private readonly byte[] buffer = new byte[16_384];
    private int start;
    private int end;

    internal HttpRequestReader(Stream stream, CancellationToken deadline)
    {
        this.stream = stream;
        this.deadline = deadline;
    }

    internal string Method { get; private set; } = "";

    /// <summary>Null if it is not said.</summary>
    internal long? ContentLength { get; private set; }

    private bool IsChunked => Value("Transfer-Encoding") is not null;

    /// <summary>Several headers of the same name are joined by a comma; null if there is none.</summary>
    internal string? Value(string name)
    {
        string[] values = headers.Where(one => one.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Select(one => one.Value).ToArray();
        return values.Length == 0 ? null : string.Join(",", values);
    }

    internal async Task ReadHeadAsync()
    {
        Match first = Expect(RequestLine, await LineAsync().ConfigureAwait(false));
        Method = first.Groups[1].Value;
        string line;
        while ((line = await LineAsync().ConfigureAwait(false)).Length > 0)
        {
            Match header = Expect(Header, line);
            headers.Add((header.Groups[1].Value, header.Groups[2].Value));
            if (headers.Count > HeadersMax)
            {
                throw new InvalidDataException();
            }
        }

        string? length = Value("Content-Length");
        bool isOtherCoding = IsChunked && !"chunked".Equals(Value("Transfer-Encoding"), StringComparison.OrdinalIgnoreCase);
        if (isOtherCoding || (IsChunked && length is not null))
        {
            throw new InvalidDataException();
        }

        ContentLength = length is null ? null : long.Parse(Expect(Digits, length).Value, CultureInfo.InvariantCulture);
    }

    /// <summary>The bytes as sent; null if there are more than the limit.</summary>
    internal async Task<byte[]?> ReadBodyAsync(int limit)
    {
        using MemoryStream body = new();
        if (!IsChunked)
        {
            await CopyAsync(ContentLength ?? 0, body).ConfigureAwait(false);
            return body.ToArray();
        }

        long size;
        while ((size = await ChunkSizeAsync().ConfigureAwait(false)) > 0)
        {
            if (body.Length + size > limit)
            {
                return null;
            }

            await CopyAsync(size, body).ConfigureAwait(false);
            if ((await LineAsync().ConfigureAwait(false)).Length > 0)
            {
                throw new InvalidDataException();
            }
        }

        int trailers = 0;
        while ((await LineAsync().ConfigureAwait(false)).Length > 0)
        {
            if (++trailers > HeadersMax)
            {
                throw new InvalidDataException();
            }
        }

        return body.ToArray();
    }

    private static Match Expect(Regex form, string text)
    {
        Match match = form.Match(text);
        return match.Success ? match : throw new InvalidDataException();
    }

    private async Task<long> ChunkSizeAsync()
    {
        string digits = Expect(ChunkSize, await LineAsync().ConfigureAwait(false)).Groups[1].Value;
        return long.Parse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
    }

    private async Task CopyAsync(long count, MemoryStream to)
    {
        while (count > 0)
        {
            await FillAsync().ConfigureAwait(false);
            int piece = (int)Math.Min(count, end - start);
            to.Write(buffer, start, piece);
            start += piece;
            count -= piece;
        }
    }

    /// <summary>Without its end, CR LF or LF.</summary>
    private async Task<string> LineAsync()
    {
        using MemoryStream line = new();
        while (line.Length < LineMax)
        {
            await FillAsync().ConfigureAwait(false);
            byte one = buffer[start++];
            if (one == '\n')
            {
                string text = Latin1.GetString(line.ToArray());
                return text.EndsWith('\r') ? text.Substring(0, text.Length - 1) : text;
            }

            line.WriteByte(one);
        }

        throw new InvalidDataException();
    }

    private async Task FillAsync()
    {
        if (start < end)
        {
            return;
        }

        start = 0;
        end = await stream.ReadAsync(buffer.AsMemory(), deadline).ConfigureAwait(false);
        if (end == 0)
        {
            throw new EndOfStreamException();
        }
    }
}
