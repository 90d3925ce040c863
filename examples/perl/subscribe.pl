#!/usr/bin/perl
# Prints every fix on the bus: topic, sequence, payload.
#
#   sudo apt install libzmq-ffi-perl
#   perl subscribe.pl
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bus;
use ZMQ::FFI;
use ZMQ::FFI::Constants qw(ZMQ_SUB);

$| = 1;
my $context = ZMQ::FFI->new;
my $sub = $context->socket(ZMQ_SUB);
Bus::connect_to($sub, 'subscribe', 1);
$sub->subscribe('fix/');
while (1) {
    my ($topic, $rest) = split /\|/, $sub->recv, 2;    # topic, bar, stamp, payload: one part
    next if !defined $rest || length $rest < 32;
    my ($publisher, $sequence, $published, $flags, $length, $version, $encoding) = unpack 'Q< Q< q< L< S< C C', $rest;
    next if $version != 1 || $length > length $rest;
    print "$topic $sequence ", substr($rest, $length), "\n";
}
