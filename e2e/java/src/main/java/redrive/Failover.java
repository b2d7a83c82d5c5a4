package redrive;

import java.io.Closeable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;

/** The wrapper of docs/snippets/java. It has no package, so that it can be copied; therefore it is reached by its name. */
final class Failover implements Closeable {
    private final Object wrapper;
    private final Method send;

    Failover(Producer main, Producer other, Duration after, Duration probe) throws ReflectiveOperationException {
        Class<?> type = Class.forName("FailoverProducer");
        wrapper = type.getConstructor(Producer.class, Producer.class, Duration.class, Duration.class)
            .newInstance(main, other, after, probe);
        send = type.getMethod("send", Message.class);
    }

    SendReceipt send(Message message) throws Exception {
        try {
            return (SendReceipt) send.invoke(wrapper, message);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    @Override
    public void close() {
        // Its producers are clients of their own.
    }
}
