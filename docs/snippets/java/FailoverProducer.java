import java.time.Duration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;
import org.apache.rocketmq.client.java.exception.TooManyRequestsException;

/** Sends to another broker while the usual one goes on throttling, around the unmodified client. Java 8, no dependency. */
public final class FailoverProducer {
    private final Producer main;
    private final Producer other;
    private final long afterNanos;
    private final long probeNanos;
    private boolean throttled;
    private long since;
    private long probeAt;

    /** Throttled for {@code after}, sends go to {@code other}; every {@code probe} one of them tries {@code main} first. */
    public FailoverProducer(Producer main, Producer other, Duration after, Duration probe) {
        this.main = main;
        this.other = other;
        this.afterNanos = after.toNanos();
        this.probeNanos = probe.toNanos();
    }

    /** Not for ordered messages (their order would be lost) nor for transactions (begin a new one on {@code other}). */
    public SendReceipt send(Message message) throws ClientException {
        if (isAway()) {
            return other.send(message);
        }
        try {
            SendReceipt receipt = main.send(message);
            synchronized (this) {
                throttled = false;
            }
            return receipt;
        } catch (TooManyRequestsException error) {
            // Only this refusal promises that nothing was stored; after any other error the message may be there already.
            if (!hasLasted()) {
                throw error;
            }
            return other.send(message);
        }
    }

    private synchronized boolean isAway() {
        long now = System.nanoTime();
        if (!throttled || now - since < afterNanos) {
            return false;
        }
        if (now - probeAt < 0) {
            return true;
        }
        probeAt = now + probeNanos;
        return false;
    }

    private synchronized boolean hasLasted() {
        long now = System.nanoTime();
        if (!throttled) {
            throttled = true;
            since = now;
        }
        probeAt = now + probeNanos;
        return now - since >= afterNanos;
    }
}
