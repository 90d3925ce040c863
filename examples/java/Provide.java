// Publishes a fix twice a second, as fix/phone or what BINNACLE_NODE says, with stamps of its own.
//
//   javac -cp /usr/share/java/jeromq.jar *.java
//   BINNACLE_BUS=tcp://127.0.0.1:7750 java -cp /usr/share/java/jeromq.jar:. Provide
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.zeromq.ZMQ;

class Provide {
    public static void main(String[] arguments) throws InterruptedException {
        ZMQ.Context context = ZMQ.context(1);
        ZMQ.Socket push = context.socket(ZMQ.PUSH);
        Bus.connect(push, 0);
        String name = System.getenv().getOrDefault("BINNACLE_NODE", "phone");
        byte[] head = ("fix/" + name + "|").getBytes(StandardCharsets.US_ASCII);
        long publisher = ThreadLocalRandom.current().nextLong(1L << 53);
        for (long sequence = 0; ; sequence++) {
            Instant now = Instant.now();
            byte[] payload = String.format(Locale.ROOT,
                    "{\"time\":%d.%03d,\"latitude\":54.4,\"longitude\":%.6f,\"technology\":\"simulated\"}",
                    now.getEpochSecond(), now.getNano() / 1_000_000, 10.2 + 1e-5 * (sequence % 1000))
                    .getBytes(StandardCharsets.UTF_8);
            ByteBuffer message = ByteBuffer.allocate(head.length + 32 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
            message.put(head);
            message.putLong(publisher).putLong(sequence).putLong(now.getEpochSecond() * 1_000_000_000 + now.getNano());
            message.putInt(0).putShort((short) 32).put((byte) 1).put((byte) 0); // flags, length, version, JSON
            message.put(payload);
            push.send(message.array());
            Thread.sleep(500);
        }
    }
}
