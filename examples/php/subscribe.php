<?php
// Prints every fix on the bus: topic, sequence, payload.
//
//   sudo apt install php-cli php-zmq
//   php subscribe.php
require __DIR__ . '/bus.php';

$context = new ZMQContext();
$sub = bus_socket($context, ZMQ::SOCKET_SUB, 'subscribe', 1);
$sub->setSockOpt(ZMQ::SOCKOPT_SUBSCRIBE, 'fix/');
while (true) {
    [$topic, $rest] = explode('|', $sub->recv(), 2) + ['', '']; // topic, bar, stamp, payload: one part
    $stamp = strlen($rest) < 32 ? null : unpack('Ppublisher/Psequence/Ppublished/Vflags/vlength/Cversion/Cencoding', $rest);
    if (!$stamp || $stamp['version'] !== 1 || $stamp['length'] > strlen($rest)) {
        continue;
    }
    printf("%s %u %s\n", $topic, $stamp['sequence'], substr($rest, $stamp['length'])); // an unsigned number
}
