<?php

/*
 * A server for tests: php tests/server.php ANSWERS REQUESTS [PEM]. Prints its port, then answers one connection after
 * the other with the bytes in the file ANSWERS, base64 in JSON, from then on with the last ones. What ends with "…"
 * goes on by a byte now and then, and what stands behind "∞" is repeated for ever; null is no answer. Requests are
 * appended to the file REQUESTS as JSON.
 */

declare(strict_types=1);

$answers = json_decode((string) file_get_contents($argv[1]));
$context = stream_context_create(['ssl' => ['local_cert' => $argv[3] ?? null]]);
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$server = stream_socket_server((isset($argv[3]) ? 'ssl' : 'tcp') . '://127.0.0.1:0', $code, $why, $flags, $context);
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
while (true) {
    $connection = @stream_socket_accept($server, 60);
    if ($connection === false) {
        continue;
    }
    for ($head = ''; !str_ends_with($head, "\r\n\r\n") && ($line = fgets($connection)) !== false; $head .= $line);
    $length = preg_match('/^content-length: (\d+)/im', $head, $found) === 1 ? (int) $found[1] : 0;
    $body = $length > 0 ? stream_get_contents($connection, $length) : '';
    file_put_contents($argv[2], json_encode([$head, $body]) . "\n", FILE_APPEND);
    $answer = count($answers) > 1 ? array_shift($answers) : $answers[0];
    if ($answer === null) {
        $held[] = $connection;
        continue;
    }
    $answer = base64_decode($answer);
    $isSlow = str_ends_with($answer, '…');
    [$first, $again] = explode('∞', $answer) + [1 => ''];
    @fwrite($connection, $isSlow ? substr($answer, 0, -3) : $first);
    while ($again !== '' && @fwrite($connection, str_repeat($again, 1000)) !== false);
    while ($isSlow && @fwrite($connection, 'x') === 1) {
        usleep(50_000);
    }
    fclose($connection);
}
