package redrive;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientConfigurationBuilder;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.StaticSessionCredentialsProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.FilterExpressionType;
import org.apache.rocketmq.client.apis.consumer.LitePushConsumer;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.consumer.OffsetOption;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.ProducerBuilder;
import org.apache.rocketmq.client.apis.producer.SendReceipt;
import org.apache.rocketmq.client.apis.producer.Transaction;
import org.apache.rocketmq.client.apis.producer.TransactionResolution;

/** The commands of a host; clients and received messages are known by the names the test gave them. */
final class Commands {
    private final ClientServiceProvider provider = ClientServiceProvider.loadService();
    private final Map<String, Closeable> clients = new ConcurrentHashMap<>();
    private final Map<String, MessageView> received = new ConcurrentHashMap<>();
    private final String endpoints;

    Commands(String endpoints) {
        this.endpoints = endpoints;
    }

    Object carryOut(JsonObject command) throws Exception {
        switch (command.get("command").getAsString()) {
            case "producer":
                return start(command, producer(command));
            case "failover":
                return start(command, failover(command));
            case "push":
                return start(command, push(command));
            case "simple":
                return start(command, simple(command));
            case "lite":
                return start(command, lite(command));
            case "subscribe":
                subscribe(command);
                return null;
            case "unsubscribe":
                liteOf(command).unsubscribeLite(text(command, "liteTopic"));
                return null;
            case "subscribed":
                return new ArrayList<>(new TreeSet<>(liteOf(command).getLiteTopicSet()));
            case "send":
                return send(command);
            case "transaction":
                return transaction(command);
            case "recall":
                return producerOf(command)
                    .recallMessage(text(command, "topic"), text(command, "handle")).getMessageId().toString();
            case "receive":
                return receive(command);
            case "ack":
                consumerOf(command).ack(messageOf(command));
                return null;
            case "change":
                consumerOf(command).changeInvisibleDuration(messageOf(command), millis(command, "invisibleMs", 0));
                return null;
            case "close":
                clients.remove(text(command, "client")).close();
                return null;
            default:
                throw new IllegalArgumentException("no command " + command.get("command"));
        }
    }

    private Object start(JsonObject command, Closeable client) {
        clients.put(text(command, "client"), client);
        return null;
    }

    /** Everything but the address and the keys is the SDK's default, TLS included. */
    private ClientConfiguration configuration(JsonObject command) {
        ClientConfigurationBuilder builder = ClientConfiguration.newBuilder()
            .setEndpoints(command.has("endpoints") ? text(command, "endpoints") : endpoints);
        if (command.has("accessKey")) {
            builder.setCredentialProvider(
                new StaticSessionCredentialsProvider(text(command, "accessKey"), text(command, "secretKey")));
        }
        return builder.build();
    }

    private Producer producer(JsonObject command) throws ClientException {
        ProducerBuilder builder = provider.newProducerBuilder()
            .setClientConfiguration(configuration(command))
            .setTopics(text(command, "topic"));
        String client = text(command, "client");
        if (command.has("checked")) {
            TransactionResolution resolution = TransactionResolution.valueOf(text(command, "checked"));
            builder.setTransactionChecker(view -> {
                report("checked", client, view, null);
                return resolution;
            });
        }
        return builder.build();
    }

    /** Around the producers "main" and "other". */
    private Failover failover(JsonObject command) throws ReflectiveOperationException {
        return new Failover((Producer) clients.get(text(command, "main")), (Producer) clients.get(text(command, "other")),
            millis(command, "afterMs", 60_000), millis(command, "probeMs", 10_000));
    }

    /** The listener fails the deliveries up to attempt "failing" (all with a negative one) after working "workMs". */
    private Closeable push(JsonObject command) throws ClientException {
        MessageListener listener = listener(command);
        return provider.newPushConsumerBuilder()
            .setClientConfiguration(configuration(command))
            .setConsumerGroup(text(command, "group"))
            .setSubscriptionExpressions(Map.of(text(command, "topic"), filter(command)))
            .setMessageListener(command.has("report") ? reporting(listener, command) : listener)
            .build();
    }

    private MessageListener listener(JsonObject command) {
        String client = text(command, "client");
        int failing = number(command, "failing", 0);
        Duration work = millis(command, "workMs", 0);
        boolean throwing = command.has("throwing");
        return view -> {
            report("received", client, view, null);
            pause(work);
            boolean fails = failing < 0 || view.getDeliveryAttempt() <= failing;
            report("ended", client, view, fails ? "FAILURE" : "SUCCESS");
            if (fails && throwing) {
                throw new IllegalStateException("thrown by the listener");
            }
            return fails ? ConsumeResult.FAILURE : ConsumeResult.SUCCESS;
        };
    }

    /** As push, of the lite topics of "topic" that it subscribes. */
    private Closeable lite(JsonObject command) throws ClientException {
        return provider.newLitePushConsumerBuilder()
            .setClientConfiguration(configuration(command))
            .setConsumerGroup(text(command, "group"))
            .bindTopic(text(command, "topic"))
            .setMessageListener(listener(command))
            .build();
    }

    private void subscribe(JsonObject command) throws ClientException {
        OffsetOption from = from(command);
        if (from == null) {
            liteOf(command).subscribeLite(text(command, "liteTopic"));
        } else {
            liteOf(command).subscribeLite(text(command, "liteTopic"), from);
        }
    }

    /** "oldest", "newest", {"tail": n}, {"offset": n} or {"time": ms}; null: where the group stands. */
    private static OffsetOption from(JsonObject command) {
        if (!command.has("from")) {
            return null;
        }
        if (command.get("from").isJsonPrimitive()) {
            return text(command, "from").equals("newest") ? OffsetOption.MAX_OFFSET : OffsetOption.MIN_OFFSET;
        }
        JsonObject from = command.getAsJsonObject("from");
        if (from.has("tail")) {
            return OffsetOption.ofTailN(from.get("tail").getAsLong());
        }
        return from.has("offset")
            ? OffsetOption.ofOffset(from.get("offset").getAsLong())
            : OffsetOption.ofTimestamp(from.get("time").getAsLong());
    }

    private LitePushConsumer liteOf(JsonObject command) {
        return (LitePushConsumer) clients.get(text(command, "client"));
    }

    /** The wrapper of the documentation; its class has no package, and can only be named as text. */
    private MessageListener reporting(MessageListener listener, JsonObject command) {
        JsonObject report = command.getAsJsonObject("report");
        try {
            return (MessageListener) Class.forName("ReportFailures")
                .getConstructor(MessageListener.class, String.class, String.class, String.class, String.class)
                .newInstance(listener, text(report, "url"), text(report, "token"), text(command, "group"),
                    text(report, "appVersion"));
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Closeable simple(JsonObject command) throws ClientException {
        return provider.newSimpleConsumerBuilder()
            .setClientConfiguration(configuration(command))
            .setConsumerGroup(text(command, "group"))
            .setAwaitDuration(millis(command, "awaitMs", 5_000))
            .setSubscriptionExpressions(Map.of(text(command, "topic"), filter(command)))
            .build();
    }

    private Object send(JsonObject command) throws Exception {
        Closeable client = clients.get(text(command, "client"));
        Message message = message(command);
        SendReceipt receipt =
            client instanceof Failover ? ((Failover) client).send(message) : ((Producer) client).send(message);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("messageId", receipt.getMessageId().toString());
        answer.put("recallHandle", receipt.getRecallHandle());
        return answer;
    }

    private Object transaction(JsonObject command) throws ClientException {
        Producer producer = producerOf(command);
        Transaction transaction = producer.beginTransaction();
        SendReceipt receipt = producer.send(message(command), transaction);
        String end = text(command, "end");
        if (end.equals("COMMIT")) {
            transaction.commit();
        } else if (end.equals("ROLLBACK")) {
            transaction.rollback();
        }
        return Map.of("messageId", receipt.getMessageId().toString());
    }

    private Message message(JsonObject command) {
        MessageBuilder builder = provider.newMessageBuilder()
            .setTopic(text(command, "topic"))
            .setBody(text(command, "body").getBytes(StandardCharsets.UTF_8));
        if (command.has("tag")) {
            builder.setTag(text(command, "tag"));
        }
        if (command.has("key")) {
            builder.setKeys(text(command, "key"));
        }
        if (command.has("messageGroup")) {
            builder.setMessageGroup(text(command, "messageGroup"));
        }
        if (command.has("liteTopic")) {
            builder.setLiteTopic(text(command, "liteTopic"));
        }
        if (command.has("priority")) {
            builder.setPriority(number(command, "priority", 0));
        }
        if (command.has("deliverInMs")) {
            builder.setDeliveryTimestamp(System.currentTimeMillis() + number(command, "deliverInMs", 0));
        }
        if (command.has("properties")) {
            for (Map.Entry<String, JsonElement> property : command.getAsJsonObject("properties").entrySet()) {
                builder.addProperty(property.getKey(), property.getValue().getAsString());
            }
        }
        return builder.build();
    }

    private Object receive(JsonObject command) throws ClientException {
        List<Map<String, Object>> answer = new ArrayList<>();
        int max = number(command, "max", 16);
        for (MessageView view : consumerOf(command).receive(max, millis(command, "invisibleMs", 10_000))) {
            Map<String, Object> each = Views.of(view);
            String name = view.getMessageId() + "#" + view.getDeliveryAttempt();
            received.put(name, view);
            each.put("name", name);
            answer.add(each);
        }
        return answer;
    }

    private static void report(String event, String client, MessageView view, String result) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        line.put("client", client);
        line.putAll(Views.of(view));
        if (result != null) {
            line.put("result", result);
        }
        SdkHost.print(line);
    }

    private static FilterExpression filter(JsonObject command) {
        if (command.has("sql")) {
            return new FilterExpression(text(command, "sql"), FilterExpressionType.SQL92);
        }
        return new FilterExpression(command.has("tag") ? text(command, "tag") : "*", FilterExpressionType.TAG);
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Producer producerOf(JsonObject command) {
        return (Producer) clients.get(text(command, "client"));
    }

    private SimpleConsumer consumerOf(JsonObject command) {
        return (SimpleConsumer) clients.get(text(command, "client"));
    }

    private MessageView messageOf(JsonObject command) {
        return received.get(text(command, "message"));
    }

    private static String text(JsonObject command, String name) {
        return command.get(name).getAsString();
    }

    private static int number(JsonObject command, String name, int otherwise) {
        return command.has(name) ? command.get(name).getAsInt() : otherwise;
    }

    private static Duration millis(JsonObject command, String name, int otherwise) {
        return Duration.ofMillis(number(command, name, otherwise));
    }
}
