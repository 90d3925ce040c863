#!/usr/bin/perl
# Publishes a fix twice a second, as fix/phone or what BINNACLE_NODE says, with stamps of its own.
#
#   sudo apt install libzmq-ffi-perl
#   perl provide.pl
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bus;
use Time::HiRes qw(sleep time);
use ZMQ::FFI;
use ZMQ::FFI::Constants qw(ZMQ_PUSH);

my $context = ZMQ::FFI->new;
my $push = $context->socket(ZMQ_PUSH);
Bus::connect_to($push, 'publish', 0);
my $name      = $ENV{BINNACLE_NODE} // 'phone';
my $publisher = int rand 2**53;
for (my $sequence = 0; ; $sequence++) {
    my $now = time;
    my $stamp = pack 'Q< Q< q< L< S< C C', $publisher, $sequence, int($now * 1e9), 0, 32, 1, 0;
    my $fix = sprintf '{"time":%.3f,"latitude":54.4,"longitude":%.6f,"technology":"simulated"}',
        $now, 10.2 + 1e-5 * ($sequence % 1000);
    $push->send("fix/$name|$stamp$fix");
    sleep 0.5;
}
