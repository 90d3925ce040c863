package Bus;    # Where the bus is: at BINNACLE_BUS, else in the folder of this user.
use strict;
use warnings;
use ZMQ::FFI::Constants qw(ZMQ_IPV6);

# Connects a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
sub connect_to {
    my ($socket, $name, $offset) = @_;
    my $run = $ENV{XDG_RUNTIME_DIR};
    my $bus = $ENV{BINNACLE_BUS} || ($run ? "ipc://$run/binnacle" : "ipc:///tmp/binnacle-$<");
    return $socket->connect("$bus/$name") if $bus =~ m{^ipc:///};

    # An IPv6 address stands in brackets, in which there are colons.
    my ($host, $port) = $bus =~ m{^(tcp://(?:\[[^\]\[/]+\]|[^\]\[:/]+))(?::(\d{1,5}))?\z};
    $port //= 7750;
    if (!$host || $port < 1 || $port > 65533) {
        print STDERR "BINNACLE_BUS: '$bus' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT\n";
        exit 2;
    }
    $socket->set(ZMQ_IPV6, 'int', 1) if $host =~ /\[/;
    return $socket->connect("$host:" . ($port + $offset));
}

1;
