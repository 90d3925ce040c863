import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.zeromq.ZMQ;

/** Where the bus is: at BINNACLE_BUS, else at the usual port of this machine. */
class Bus {
    // An IPv6 address stands in brackets, in which there are colons.
    private static final Pattern TCP = Pattern.compile("(tcp://(?:\\[[^\\]\\[/]+\\]|[^\\]\\[:/]+))(?::(\\d{1,5}))?");

    /** Connects a socket: publish is 0 ports from the first, subscribe 1, request 2. */
    static void connect(ZMQ.Socket socket, int offset) {
        String bus = System.getenv().getOrDefault("BINNACLE_BUS", "");
        Matcher tcp = TCP.matcher(bus.isEmpty() ? "tcp://127.0.0.1" : bus);
        int port = !tcp.matches() ? 0 : tcp.group(2) == null ? 7750 : Integer.parseInt(tcp.group(2));
        if (port < 1 || port > 65533) {
            System.err.println(bus.startsWith("ipc:///")
                    ? "JeroMQ cannot reach " + bus + ": set BINNACLE_BUS to a TCP address of the bus"
                    : "BINNACLE_BUS: '" + bus + "' is not the address of a bus: here it is tcp://HOST:PORT");
            System.exit(2);
        }
        socket.setIPv4Only(!bus.contains("["));
        socket.connect(tcp.group(1) + ":" + (port + offset));
    }
}
