#!/usr/bin/perl
# A receiver of client webhook deliveries with Perl's core modules: one process for each connection.

use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use Fcntl qw(:flock SEEK_SET);
use IO::Socket::INET;
use JSON::PP ();

use constant { EVENT => 'case_file.payment.confirmed', MAX_BYTES => 1 << 20 };
my %reasons = (
    204 => 'No Content',
    400 => 'Bad Request',
    401 => 'Unauthorized',
    404 => 'Not Found',
    413 => 'Content Too Large',
    500 => 'Internal Server Error',
);
$SIG{CHLD} = 'IGNORE';

# The prefix, then the HMAC of the raw bytes in hex, compared in constant time.
sub is_signed {
    my ($raw, $header) = @_;
    return 0 unless ($header // '') =~ /\Asha256=([0-9a-fA-F]{64})\z/;
    my ($given, $expected) = (lc $1, hmac_sha256_hex($raw, $ENV{WEBHOOK_SECRET}));
    my $difference = 0;
    $difference |= ord(substr $given, $_, 1) ^ ord(substr $expected, $_, 1) for 0 .. 63;
    return $difference == 0;
}

# The lock of the file spans the look and the note, so that simultaneous repetitions count once.
sub take_effect_once {
    my ($id) = @_;
    my $line = sprintf qq({"id":%s,"event":"%s"}\n), $id, EVENT;
    open my $file, '+>>', $ENV{PROCESSED} or die $!;
    flock $file, LOCK_EX or die $!;
    seek $file, 0, SEEK_SET;
    print {$file} $line unless grep { $_ eq $line } <$file>;
    close $file or die $!;
    return;
}

sub read_headers {
    my ($socket) = @_;
    my %headers;
    while (defined(my $line = <$socket>)) {
        $line =~ s/\r?\n\z//;
        last if $line eq '';
        my ($name, $value) = split /:[ \t]*/, $line, 2;
        $headers{ lc $name } = $value // '';
    }
    return \%headers;
}

sub read_bytes {
    my ($socket, $length) = @_;
    die "too large\n" if $length > MAX_BYTES;
    my $bytes = '';
    while (length $bytes < $length) {
        read($socket, $bytes, $length - length $bytes, length $bytes) or die "cut off\n";
    }
    return $bytes;
}

sub read_body {
    my ($socket, $headers) = @_;
    my $is_chunked = lc($headers->{'transfer-encoding'} // '') eq 'chunked';
    return read_bytes($socket, $headers->{'content-length'} || 0) unless $is_chunked;
    my $raw = '';
    while (my $size = hex((<$socket> // '') =~ /\A([0-9a-fA-F]{1,6})/ ? $1 : 0)) {
        $raw .= read_bytes($socket, $size);
        die "too large\n" if length $raw > MAX_BYTES;
        my $end = <$socket>;
    }
    read_headers($socket);
    return $raw;
}

sub receive {
    my ($socket) = @_;
    my ($method, $path) = split / /, <$socket> // '';
    my $headers = read_headers($socket);
    return 404 unless ($method // '') eq 'POST' && $path eq '/hooks';
    my $raw = eval { read_body($socket, $headers) } // return $@ eq "too large\n" ? 413 : 400;
    return 401 unless is_signed($raw, $headers->{'x-service-signature'});
    my $payload = eval { JSON::PP->new->utf8->decode($raw) };
    return 400 unless ref $payload eq 'HASH' && ($payload->{id} // '') =~ /\A-?\d+\z/;
    return 204 unless ($payload->{'@event'} // '') eq EVENT;
    return eval { take_effect_once($payload->{id}); 204 } // 500;
}

my $server = IO::Socket::INET->new(
    LocalAddr => '127.0.0.1',
    LocalPort => $ENV{PORT},
    Listen    => 128,
    ReuseAddr => 1,
) or die $@;
while (1) {
    my $socket = $server->accept or next;
    if (fork) {
        close $socket;
        next;
    }
    binmode $socket;
    alarm 30;
    my $status = receive($socket);
    my $length = $status == 204 ? '' : "Content-Length: 0\r\n";
    print {$socket} "HTTP/1.1 $status $reasons{$status}\r\n${length}Connection: close\r\n\r\n";
    close $socket;
    exit;
}
