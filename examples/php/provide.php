<?php
// Publishes a fix twice a second, as fix/phone or what BINNACLE_NODE says, and is a node: php provide.php
require __DIR__ . '/bus.php';

$name = getenv('BINNACLE_NODE') ?: 'phone';
$publisher = random_int(0, 2 ** 53 - 1);
$context = new ZMQContext();
$push = bus_socket($context, ZMQ::SOCKET_PUSH, 'publish', 0);
$bus = bus_socket($context, ZMQ::SOCKET_DEALER, 'request', 2);
$poll = new ZMQPoll();
$poll->add($bus, ZMQ::POLL_IN);
$isRunning = true;
foreach ([SIGINT, SIGTERM] as $signal) {
    pcntl_signal($signal, function () use (&$isRunning) { $isRunning = false; });
}

function publish(string $topic, array $value): void
{
    global $push, $publisher;
    static $sequences = [];
    $sequence = $sequences[$topic] = ($sequences[$topic] ?? -1) + 1; // counted, whether it is taken or not
    $published = (int) (microtime(true) * 1e6) * 1000;
    $stamp = pack('PPPVvCC', $publisher, $sequence, $published, 0, 32, 1, 0); // length, version, JSON
    $push->send("$topic|$stamp" . ($value ? json_encode($value) : ''), ZMQ::MODE_DONTWAIT);
}

function tell(string $method, array $body): void
{
    global $bus;
    $bus->sendMulti([$method, '', "bus/$method", json_encode($body, JSON_UNESCAPED_SLASHES)], ZMQ::MODE_DONTWAIT);
}

$hello = ['name' => $name, 'pid' => getmypid(), 'version' => 1, 'publisher' => $publisher,
    'publishes' => ["fix/$name", "status/$name"], 'answers' => ['position']];
$fix = [];
$isWelcome = false;
$asked = 0.0; // when the bus was told something that it has not answered
for ($turn = 0; $isRunning; $turn++) {
    $now = microtime(true);
    $fix = ['time' => $now, 'latitude' => 54.4, 'longitude' => 10.2 + 1e-5 * ($turn % 1000), 'technology' => 'simulated'];
    publish("fix/$name", $fix);
    if ($turn % 2 === 0 && $now - $asked > 5) {
        $asked = $now;
        $isWelcome ? tell('heartbeat', ['name' => $name, 'state' => 'ready']) : tell('hello', $hello);
        publish("status/$name", ['time' => $now, 'state' => 'ready', 'pid' => getmypid()]);
    }
    while ($isRunning && ($left = $now + 0.5 - microtime(true)) > 0) {
        $readable = $writable = [];
        try {
            $poll->poll($readable, $writable, (int) ceil($left * 1000));
        } catch (ZMQPollException $interrupted) { // by a signal
        }
        pcntl_signal_dispatch();
        while ($parts = $bus->recvMulti(ZMQ::MODE_DONTWAIT)) {
            if (count($parts) === 4) { // empty, caller, method, JSON: a request
                $answer = match ($parts[2]) {
                    'ping' => ['result' => new stdClass()],
                    'received' => ['result' => ['topics' => new stdClass()]],
                    'position' => ['result' => $fix],
                    default => ['error' => ['code' => 'unknown-method', 'message' => "it answers ping, received, position"]],
                };
                $bus->sendMulti(['', $parts[1], json_encode($answer)], ZMQ::MODE_DONTWAIT);
                continue;
            }
            [$method, , $json] = $parts; // an answer of the bus
            $error = json_decode($json, true)['error'] ?? null;
            $asked = 0.0;
            $isWelcome = !$error;
            if ($error && $method === 'hello') {
                fwrite(STDERR, "$error[message]\n");
                exit(1);
            }
        }
    }
}
publish("fix/$name", []); // no longer true
tell('goodbye', ['name' => $name]);
