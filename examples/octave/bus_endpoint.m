% Where to connect: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
% The bus is at BINNACLE_BUS, else in the folder of this user.
function address = bus_endpoint(name, offset)
  bus = getenv("BINNACLE_BUS");
  run = getenv("XDG_RUNTIME_DIR");
  if isempty(bus) && isempty(run)
    [~, user] = system("id -u");
    bus = ["ipc:///tmp/binnacle-" strtrim(user)];
  elseif isempty(bus)
    bus = ["ipc://" run "/binnacle"];
  endif
  if strncmp(bus, "tcp://", 6)
    parts = strsplit(bus(7:end), ":");
    if numel(parts) == 1
      parts{2} = "7750";
    endif
    address = sprintf("tcp://%s:%d", parts{1}, str2double(parts{2}) + offset);
  else
    address = [bus "/" name];
  endif
endfunction
