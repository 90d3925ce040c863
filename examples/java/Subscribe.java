// Prints every fix on the bus: topic, sequence, payload. JeroMQ has TCP alone, so the bus must be there too.
//
//   javac -cp /usr/share/java/jeromq.jar *.java
//   BINNACLE_BUS=tcp://127.0.0.1:7750 java -cp /usr/share/java/jeromq.jar:. Subscribe
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.zeromq.ZMQ;

class Subscribe {
    public static void main(String[] arguments) {
        ZMQ.Context context = ZMQ.context(1);
        ZMQ.Socket sub = context.socket(ZMQ.SUB);
        Bus.connect(sub, 1);
        sub.subscribe("fix/".getBytes(StandardCharsets.US_ASCII));
        while (!Thread.currentThread().isInterrupted()) {
            byte[] message = sub.recv(); // topic, bar, stamp, payload: one part
            int bar = 0;
            while (bar < message.length && message[bar] != '|') bar++;
            if (message.length < bar + 33) continue;
            ByteBuffer stamp = ByteBuffer.wrap(message, bar + 1, 32).slice().order(ByteOrder.LITTLE_ENDIAN);
            int payload = bar + 1 + Short.toUnsignedInt(stamp.getShort(28));
            if (stamp.get(30) != 1 || payload > message.length) continue; // not of version 1
            String topic = new String(message, 0, bar, StandardCharsets.US_ASCII);
            String json = new String(message, payload, message.length - payload, StandardCharsets.UTF_8);
            System.out.println(topic + " " + Long.toUnsignedString(stamp.getLong(8)) + " " + json);
        }
    }
}
