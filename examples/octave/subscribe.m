% Prints every fix on the bus: topic, sequence, payload.
%
%   sudo apt install octave-zeromq
%   octave-cli subscribe.m
pkg load zeromq
sigterm_dumps_octave_core(false);  % end without a word when asked to
sub = zmq_socket(ZMQ_SUB);
bus_connect(sub, "subscribe", 1);
zmq_setsockopt(sub, ZMQ_SUBSCRIBE, "fix/");
while true
  message = zmq_recv(sub, 65536, 0);  % topic, bar, stamp, payload: one part
  bar = find(message == "|", 1);
  if isempty(bar) || numel(message) < bar + 32 || message(bar + 31) != 1
    continue  % not of version 1
  endif
  rest = message(bar+1:end);
  sequence = typecast(rest(9:16), "uint64");
  length = double(typecast(rest(29:30), "uint16"));
  printf("%s %d %s\n", char(message(1:bar-1)), sequence, char(rest(length+1:end)));
  fflush(stdout);
endwhile
