/** Where the bus is: at BINNACLE_BUS, else at the usual port of this machine. */
class Bus {
    /** Where to connect: publish is 0 ports from the first, subscribe 1, request 2. */
    static String endpoint(int offset) {
        String bus = System.getenv().getOrDefault("BINNACLE_BUS", "tcp://127.0.0.1");
        if (!bus.startsWith("tcp://")) {
            System.err.println("JeroMQ cannot reach " + bus + ": set BINNACLE_BUS to a TCP address of the bus");
            System.exit(1);
        }
        int colon = bus.indexOf(':', 6);
        int port = colon < 0 ? 7750 : Integer.parseInt(bus.substring(colon + 1));
        return (colon < 0 ? bus : bus.substring(0, colon)) + ":" + (port + offset);
    }
}
