% Publishes a fix twice a second, as fix/phone or what BINNACLE_NODE says; the bus makes the stamps.
%
%   sudo apt install octave-zeromq
%   octave-cli provide.m
pkg load zeromq
sigterm_dumps_octave_core(false);  % end without a word when asked to
push = zmq_socket(ZMQ_PUSH);
bus_connect(push, "publish", 0);
name = getenv("BINNACLE_NODE");
if isempty(name)
  name = "phone";
endif
longitude = 10.2;
while true
  zmq_send(push, ["fix/" name], ZMQ_SNDMORE);  % two parts: topic and payload
  zmq_send(push, sprintf('{"time":%.3f,"latitude":54.4,"longitude":%.7f,"technology":"simulated"}', time(), longitude));
  longitude += 1e-5;
  pause(0.5);
endwhile
