import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.FilterExpressionType;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;
import org.apache.rocketmq.client.apis.producer.Transaction;
import org.apache.rocketmq.client.apis.producer.TransactionResolution;

/** Every way to send to and to consume from Redrive with the official client, org.apache.rocketmq:rocketmq-client-java:5.2.0. */
public final class Connect {
    private static final ClientServiceProvider PROVIDER = ClientServiceProvider.loadService();
    private static final FilterExpression EVERYTHING = new FilterExpression("*", FilterExpressionType.TAG);

    private Connect() {
    }

    /** TLS is on by default and takes the certificate Redrive makes for itself. */
    static ClientConfiguration configuration(String endpoints) {
        return ClientConfiguration.newBuilder().setEndpoints(endpoints).setRequestTimeout(Duration.ofSeconds(3)).build();
    }

    static ClientConfiguration plaintext(String endpoints) {
        return ClientConfiguration.newBuilder().setEndpoints(endpoints).enableSsl(false).build();
    }

    static Producer producer(ClientConfiguration configuration, String topic) throws ClientException {
        return PROVIDER.newProducerBuilder().setClientConfiguration(configuration).setTopics(topic).build();
    }

    static SendReceipt send(Producer producer, String topic) throws ClientException {
        return producer.send(PROVIDER.newMessageBuilder().setTopic(topic).setTag("created").setKeys("ord-1")
            .addProperty("shop", "berlin").setBody("{\"order\":1}".getBytes(UTF_8)).build());
    }

    /** A topic of type FIFO: messages of one message group keep their order for ordered consumer groups. */
    static SendReceipt sendOrdered(Producer producer, String topic) throws ClientException {
        return producer.send(PROVIDER.newMessageBuilder().setTopic(topic).setMessageGroup("customer-7")
            .setBody("{\"order\":1}".getBytes(UTF_8)).build());
    }

    /** A topic of type DELAY: delivered at the time named, at most 24 hours ahead. */
    static SendReceipt sendDelayed(Producer producer, String topic, Duration delay) throws ClientException {
        return producer.send(PROVIDER.newMessageBuilder().setTopic(topic)
            .setDeliveryTimestamp(System.currentTimeMillis() + delay.toMillis()).setBody("{\"order\":1}".getBytes(UTF_8)).build());
    }

    /** A topic of type TRANSACTION: consumers see the message when the transaction is committed. */
    static void sendInTransaction(ClientConfiguration configuration, String topic) throws ClientException {
        Producer producer = PROVIDER.newProducerBuilder().setClientConfiguration(configuration).setTopics(topic)
            .setTransactionChecker(message -> TransactionResolution.COMMIT) // asked when the outcome did not arrive
            .build();
        Transaction transaction = producer.beginTransaction();
        producer.send(PROVIDER.newMessageBuilder().setTopic(topic).setBody("{\"order\":1}".getBytes(UTF_8)).build(), transaction);
        transaction.commit(); // or rollback()
    }

    /** FAILURE and a thrown error are the same: the message comes again after the group's interval. */
    static PushConsumer push(ClientConfiguration configuration, String group, String topic) throws ClientException {
        return PROVIDER.newPushConsumerBuilder().setClientConfiguration(configuration).setConsumerGroup(group)
            .setSubscriptionExpressions(Map.of(topic, EVERYTHING))
            .setMessageListener(message -> ConsumeResult.SUCCESS).build();
    }

    /** What is not acknowledged within the invisible duration comes again. */
    static void simple(ClientConfiguration configuration, String group, String topic) throws ClientException {
        SimpleConsumer consumer = PROVIDER.newSimpleConsumerBuilder().setClientConfiguration(configuration)
            .setConsumerGroup(group).setAwaitDuration(Duration.ofSeconds(10))
            .setSubscriptionExpressions(Map.of(topic, EVERYTHING)).build();
        List<MessageView> messages = consumer.receive(16, Duration.ofSeconds(30));
        for (MessageView message : messages) {
            consumer.ack(message);
        }
    }

    /** Dead letters of a group are a topic like any other. */
    static PushConsumer deadLetters(ClientConfiguration configuration, String reader, String group) throws ClientException {
        return push(configuration, reader, "%DLQ%" + group);
    }

    public static void main(String[] arguments) throws Exception {
        ClientConfiguration configuration = configuration(arguments[0]);
        try (Producer producer = producer(configuration, arguments[1]);
             PushConsumer consumer = push(configuration, arguments[2], arguments[1])) {
            System.out.println("sent " + send(producer, arguments[1]).getMessageId() + ", consumed by " + consumer.getConsumerGroup());
            Thread.sleep(3000);
        }
    }
}
