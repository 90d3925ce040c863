<?php
// Where the bus is: at BINNACLE_BUS, else in the folder of this user.

/** Opens a socket and connects it: "publish" is 0 ports from the first, "subscribe" 1, "request" 2. */
function bus_socket(ZMQContext $context, int $type, string $name, int $offset): ZMQSocket
{
    $run = getenv('XDG_RUNTIME_DIR');
    $bus = getenv('BINNACLE_BUS') ?: ($run ? "ipc://$run/binnacle" : 'ipc:///tmp/binnacle-' . posix_getuid());
    // An IPv6 address stands in brackets, in which there are colons.
    $isTCP = preg_match('~^(tcp://(?:\[[^][/]+\]|[^][:/]+))(?::(\d{1,5}))?$~D', $bus, $parts);
    $port = $isTCP ? (int) ($parts[2] ?? 7750) : 0;
    $isIPC = str_starts_with($bus, 'ipc:///');
    if (!$isIPC && ($port < 1 || $port > 65533)) {
        fwrite(STDERR, "BINNACLE_BUS: '$bus' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT\n");
        exit(2);
    }
    $socket = new ZMQSocket($context, $type);
    $socket->setSockOpt(ZMQ::SOCKOPT_LINGER, 1000);
    if (str_contains($bus, '[')) {
        $socket->setSockOpt(ZMQ::SOCKOPT_IPV6, 1);
    }
    return $socket->connect($isIPC ? "$bus/$name" : "$parts[1]:" . ($port + $offset));
}
