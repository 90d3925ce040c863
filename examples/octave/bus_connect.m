% Connects a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
% The bus is at BINNACLE_BUS, else in the folder of this user.
function bus_connect(socket, name, offset)
  bus = getenv("BINNACLE_BUS");
  run = getenv("XDG_RUNTIME_DIR");
  if isempty(bus) && isempty(run)
    [~, user] = system("id -u");
    bus = ["ipc:///tmp/binnacle-" strtrim(user)];
  elseif isempty(bus)
    bus = ["ipc://" run "/binnacle"];
  endif
  % An IPv6 address stands in brackets, in which there are colons.
  parts = regexp(bus, '^(tcp://(?:\[[^\]\[/]+\]|[^\]\[:/]+))(:\d{1,5})?$', "tokens", "once");
  port = 7750;
  if numel(parts) > 1 && ! isempty(parts{2})
    port = str2double(parts{2}(2:end));
  endif
  if strncmp(bus, "ipc:///", 7)
    zmq_connect(socket, [bus "/" name]);
  elseif isempty(parts) || port < 1 || port > 65533
    fprintf(stderr, "BINNACLE_BUS: '%s' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT\n", bus);
    exit(2);
  elseif any(bus == "[")
    fprintf(stderr, "Octave's zeromq knows no IPv6 and cannot reach %s: set BINNACLE_BUS to another address of the bus\n", bus);
    exit(2);
  else
    zmq_connect(socket, sprintf("%s:%d", parts{1}, port + offset));
  endif
endfunction
