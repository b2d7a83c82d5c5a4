package redrive;

import com.google.gson.Gson;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * An application of the official SDK that is as fast as it can be, for the bench: Load host:port topic group callers
 * seconds. Sends for so long, then consumes all it has sent; prints both rates as JSON.
 */
public final class Load {
    private static final int CONSUME_WITHIN_S = 120;

    public static void main(String[] args) throws Exception {
        ClientServiceProvider provider = ClientServiceProvider.loadService();
        ClientConfiguration configuration = ClientConfiguration.newBuilder().setEndpoints(args[0]).build();
        String topic = args[1];
        byte[] body = new byte[200];
        Arrays.fill(body, (byte) 'x');
        AtomicLong sent = new AtomicLong();
        double sendSeconds;
        try (Producer producer = provider.newProducerBuilder()
            .setClientConfiguration(configuration).setTopics(topic).build()) {
            long startedAt = System.nanoTime();
            long endsAt = startedAt + (long) (Double.parseDouble(args[4]) * 1e9);
            Thread[] callers = new Thread[Integer.parseInt(args[3])];
            for (int index = 0; index < callers.length; index++) {
                callers[index] = new Thread(() -> send(provider, producer, topic, body, endsAt, sent));
                callers[index].start();
            }
            for (Thread caller : callers) {
                caller.join();
            }
            sendSeconds = (System.nanoTime() - startedAt) / 1e9;
        }
        CountDownLatch left = new CountDownLatch((int) sent.get());
        AtomicLong firstAt = new AtomicLong();
        PushConsumer consumer = provider.newPushConsumerBuilder()
            .setClientConfiguration(configuration)
            .setConsumerGroup(args[2])
            .setSubscriptionExpressions(Map.of(topic, new FilterExpression("*")))
            .setMessageListener(view -> {
                firstAt.compareAndSet(0, System.nanoTime());
                left.countDown();
                return ConsumeResult.SUCCESS;
            })
            .build();
        boolean all = left.await(CONSUME_WITHIN_S, TimeUnit.SECONDS);
        double consumeSeconds = (System.nanoTime() - firstAt.get()) / 1e9;
        double consumed = sent.get() - left.getCount();
        System.out.println(new Gson().toJson(Map.of(
            "sendPerSecond", sent.get() / sendSeconds,
            "consumePerSecond", consumed / consumeSeconds,
            "sent", sent.get(),
            "complete", all)));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void send(ClientServiceProvider provider, Producer producer, String topic, byte[] body, long endsAt,
        AtomicLong sent) {
        while (System.nanoTime() < endsAt) {
            Message message = provider.newMessageBuilder().setTopic(topic).setBody(body).build();
            try {
                producer.send(message);
                sent.incrementAndGet();
            } catch (Exception e) {
                System.err.println(e);
            }
        }
    }

    private Load() {
    }
}
