package Bus;    # Where the bus is: at BINNACLE_BUS, else in the folder of this user.
use strict;
use warnings;

# Where to connect: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
sub endpoint {
    my ($name, $offset) = @_;
    my $run = $ENV{XDG_RUNTIME_DIR};
    my $bus = $ENV{BINNACLE_BUS} || ($run ? "ipc://$run/binnacle" : "ipc:///tmp/binnacle-$<");
    return "$bus/$name" if $bus !~ m{^tcp://([^:]+)(?::(\d+))?$};
    return "tcp://$1:" . (($2 // 7750) + $offset);
}

1;
