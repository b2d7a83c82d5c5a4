package redrive;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.broker.BrokerStartup;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.compression.CompressionType;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.namesrv.NamesrvStartup;
import org.apache.rocketmq.proxy.ProxyStartup;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;

/**
 * Name server, two brokers and a proxy in cluster mode in this process:
 * RealCluster folder nameServerPort brokerAPort brokerBPort grpcPort remotingPort configFile proxyFile metricsAPort metricsBPort [controllerPort]. Prints "ready", then carries out one
 * command a line of input and answers each with "ok" or "error" and why. What clients of 4.x get is a line "got" and a JSON object.
 */
public final class RealCluster {
    private static final int READY_WITHIN_MS = 120_000;
    /** Clients of 4.x tell brokers of themselves and learn of brokers so often, and not each 30 s. */
    private static final int CLIENT_MS = 3_000;
    private static final PrintStream OUT = System.out;
    private static final Map<String, BrokerController> BROKERS = new HashMap<>();
    /** Brokers in processes of their own. */
    private static final Map<String, Process> APART = new HashMap<>();
    private static final Map<String, DefaultMQPushConsumer> CONSUMERS = new HashMap<>();
    private static final Map<String, DefaultMQProducer> PRODUCERS = new HashMap<>();
    private static final Set<String> HEALED = ConcurrentHashMap.newKeySet();
    private static final Set<String> SPARED = ConcurrentHashMap.newKeySet();
    private static Path folder;
    private static String nameServer;
    private static NamesrvController names;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("apart")) {
            runApart(args);
            return;
        }
        folder = Path.of(args[0]);
        nameServer = "127.0.0.1:" + args[1];
        int grpcPort = Integer.parseInt(args[4]);
        System.setProperty("rocketmq.home.dir", folder.toString());
        System.setProperty("RMQ_PROXY_HOME", folder.toString());
        write(folder.resolve("namesrv.properties"), "listenPort=" + args[1] + "\n"
            + "kvConfigPath=" + folder.resolve("kv.json") + "\n"
            + "configStorePath=" + folder.resolve("namesrv.store") + "\n"
            + (args.length > 10 ? controllerOf(args[10]) : ""));
        String config = Files.readString(Path.of(args[6]));
        for (String broker : List.of("broker-a", "broker-b")) {
            Path store = folder.resolve(broker);
            write(folder.resolve(broker + ".conf"), config
                + "\nbrokerName=" + broker
                + "\nlistenPort=" + args[broker.equals("broker-a") ? 2 : 3]
                + "\nmetricsPromExporterHost=127.0.0.1"
                + "\nmetricsPromExporterPort=" + args[broker.equals("broker-a") ? 8 : 9]
                + "\nstorePathRootDir=" + store
                + "\nstorePathCommitLog=" + store.resolve("commitlog") + "\n");
        }
        JSONObject proxy = JSON.parseObject(Files.readString(Path.of(args[7])));
        proxy.putAll(Map.of(
            "rocketMQClusterName", "DefaultCluster",
            "localServeAddr", "127.0.0.1",
            "grpcServerPort", grpcPort,
            "remotingListenPort", Integer.parseInt(args[5])));
        write(folder.resolve("conf").resolve("rmq-proxy.json"), proxy.toJSONString());

        names = NamesrvStartup.main0(new String[] {"-c", folder.resolve("namesrv.properties").toString()});
        NamesrvStartup.controllerManagerMain();
        startBroker("broker-a");
        startBroker("broker-b");
        ProxyStartup.main(new String[] {"-pm", "cluster", "-n", nameServer});
        waitForPort(grpcPort);
        OUT.println("ready");
        serve();
        APART.values().forEach(Process::destroyForcibly);
        Runtime.getRuntime().halt(0);
    }

    /** Makes the name server the controller that decides which broker is the master. */
    private static String controllerOf(String port) {
        return "enableControllerInNamesrv=true\ncontrollerDLegerGroup=controllers\ncontrollerDLegerSelfId=n0\n"
            + "controllerDLegerPeers=n0-127.0.0.1:" + port + "\nscanNotActiveBrokerInterval=1000\n"
            + "controllerStorePath=" + folder.resolve("controller") + "\n";
    }

    /** One broker, as long as the process that started this one lives: apart configFile nameServer folder. */
    private static void runApart(String[] args) throws Exception {
        System.setProperty("rocketmq.home.dir", args[3]);
        BrokerStartup.main(new String[] {"-c", args[1], "-n", args[2]});
        while (System.in.read() >= 0) {
            continue;
        }
        Runtime.getRuntime().halt(0);
    }

    private static void startBroker(String name) throws InterruptedException {
        String[] args = {"-c", folder.resolve(name + ".conf").toString(), "-n", nameServer};
        BrokerController broker = BrokerStartup.start(BrokerStartup.createBrokerController(args));
        BROKERS.put(name, broker);
        // A broker keeps it to itself when it could not register, and tries again half a minute later.
        waitFor(name + " did not register", () -> {
            if (!isRegistered(name)) {
                broker.registerBrokerAll(true, false, true);
            }
            return isRegistered(name);
        });
    }

    /** The same broker, from then on in a process that can be killed; nothing when it is already. */
    private static void setApart(String name) throws Exception {
        if (APART.containsKey(name)) {
            return;
        }
        BROKERS.remove(name).shutdown();
        waitFor(name + " did not sign off", () -> !isRegistered(name));
        startApart(name);
        waitFor(name + " did not register", () -> isRegistered(name));
    }

    /** A replica of a broker, in a process of its own. */
    private static void addSlave(String name) throws Exception {
        String slave = name + "-slave";
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path store = folder.resolve(slave);
        write(folder.resolve(slave + ".conf"), Files.readString(folder.resolve(name + ".conf"))
            + "\nbrokerRole=SLAVE\nbrokerId=1\nmetricsExporterType=DISABLE"
            + "\nlistenPort=" + port
            + "\nhaListenPort=" + (port + 1)
            + "\nstorePathRootDir=" + store
            + "\nstorePathCommitLog=" + store.resolve("commitlog") + "\n");
        startApart(slave);
        waitFor(slave + " did not register", () -> names.getRouteInfoManager().getAllClusterInfo()
            .getBrokerAddrTable().get(name).getBrokerAddrs().size() > 1);
    }

    private static void startApart(String name) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RealCluster.class.getName(),
            "apart", folder.resolve(name + ".conf").toString(), nameServer, folder.toString()));
        APART.put(name, new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".out").toFile()).start());
    }

    private static void kill(String name) throws Exception {
        APART.remove(name).destroyForcibly().waitFor();
        waitFor(name + " is still known", () -> !isRegistered(name));
    }

    /** STOP: it keeps its connections and what comes through them, and does nothing. CONT: it goes on. */
    private static void signal(String name, String signal) throws Exception {
        String pid = String.valueOf(APART.get(name).pid());
        if (new ProcessBuilder("kill", "-" + signal, pid).start().waitFor() != 0) {
            throw new IllegalStateException("no signal reached " + name);
        }
    }

    private static boolean isRegistered(String name) {
        return names.getRouteInfoManager().getAllClusterInfo().getBrokerAddrTable().containsKey(name);
    }

    private static void waitFor(String otherwise, BooleanSupplier isReady) throws InterruptedException {
        long endsAt = System.currentTimeMillis() + READY_WITHIN_MS;
        while (!isReady.getAsBoolean()) {
            if (System.currentTimeMillis() > endsAt) {
                throw new IllegalStateException(otherwise);
            }
            Thread.sleep(250);
        }
    }

    private static void serve() throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            try {
                carryOut(JSON.parseObject(line));
                OUT.println("ok");
            } catch (Exception e) {
                OUT.println("error " + e.toString().replace('\n', ' '));
            }
        }
    }

    private static void carryOut(JSONObject command) throws Exception {
        if (command.containsKey("stop")) {
            BROKERS.remove(command.getString("stop")).shutdown();
        } else if (command.containsKey("start")) {
            startBroker(command.getString("start"));
        } else if (command.containsKey("apart")) {
            setApart(command.getString("apart"));
        } else if (command.containsKey("slave")) {
            addSlave(command.getString("slave"));
        } else if (command.containsKey("kill")) {
            kill(command.getString("kill"));
        } else if (command.containsKey("full")) {
            BROKERS.get(command.getString("full")).getMessageStore().getRunningFlags().getAndMakeDiskFull();
        } else if (command.containsKey("hang")) {
            signal(command.getString("hang"), "STOP");
        } else if (command.containsKey("wake")) {
            signal(command.getString("wake"), "CONT");
        } else if (command.containsKey("consume")) {
            consume(command);
        } else if (command.containsKey("heal")) {
            HEALED.add(command.getString("heal"));
        } else if (command.containsKey("spare")) {
            SPARED.add(command.getString("spare"));
        } else if (command.containsKey("leave")) {
            CONSUMERS.remove(command.getString("leave")).shutdown();
        } else if (command.containsKey("user")) {
            makeUser(command);
        } else if (command.containsKey("send")) {
            send(command);
        } else {
            throw new IllegalArgumentException("unknown command " + command);
        }
    }

    /** At every broker: a user that may do the actions to the resources, to others from elsewhere, and nothing else. */
    private static void makeUser(JSONObject command) throws Exception {
        SessionCredentials as = new SessionCredentials(command.getString("accessKey"), command.getString("secretKey"));
        DefaultMQAdminExt admin = new DefaultMQAdminExt(new AclClientRPCHook(as));
        admin.setNamesrvAddr(nameServer);
        admin.setInstanceName("user-maker");
        admin.start();
        try {
            for (BrokerController broker : BROKERS.values()) {
                String user = command.getString("user");
                admin.createUser(broker.getBrokerAddr(), user, command.getString("password"), "Normal");
                admin.createAcl(broker.getBrokerAddr(), "User:" + user, command.getList("resources", String.class),
                    command.getList("actions", String.class), List.of(), "Allow");
                if (command.containsKey("denied")) {
                    admin.createAcl(broker.getBrokerAddr(), "User:" + user, command.getList("denied", String.class),
                        command.getList("actions", String.class), List.of(), "Deny");
                }
                if (command.containsKey("elsewhere")) {
                    admin.createAcl(broker.getBrokerAddr(), "User:" + user, command.getList("elsewhere", String.class),
                        command.getList("actions", String.class), List.of("10.9.0.0/16"), "Allow");
                }
            }
        } finally {
            admin.shutdown();
        }
    }

    /**
     * A message whose body begins with "fail" fails until the group is healed, one with "fail always" each time;
     * nothing fails in a spared group. One with "fail by throwing" or "fail by null" fails that way, and one with "hold"
     * is not settled until the group is healed.
     */
    private static void consume(JSONObject command) throws Exception {
        String group = command.getString("consume");
        // A second client of a group has another one.
        String instance = command.getOrDefault("instance", group).toString();
        String topic = command.getString("topic");
        boolean ordered = command.getBooleanValue("ordered");
        int delayLevel = Math.max(1, command.getIntValue("delayLevel"));
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName(instance);
        consumer.setHeartbeatBrokerInterval(CLIENT_MS);
        consumer.setPollNameServerInterval(CLIENT_MS);
        consumer.setPersistConsumerOffsetInterval(CLIENT_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setEnableTrace(command.getBooleanValue("traced"));
        consumer.subscribe(topic, command.getOrDefault("tags", "*").toString());
        if (command.getBooleanValue("circle")) {
            consumer.setAllocateMessageQueueStrategy(new AllocateMessageQueueAveragelyByCircle());
        }
        consumer.setMaxReconsumeTimes(1);
        if (ordered) {
            consumer.setMessageListener((MessageListenerOrderly) (messages, context) -> {
                if (fails(group, messages)) {
                    context.setSuspendCurrentQueueTimeMillis(200);
                    return ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT;
                }
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.setMessageListener((MessageListenerConcurrently) (messages, context) -> {
                context.setDelayLevelWhenNextConsume(delayLevel);
                if (!fails(group, messages)) {
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                }
                String body = new String(messages.get(0).getBody(), StandardCharsets.UTF_8);
                if (body.startsWith("fail by throwing")) {
                    throw new IllegalStateException("as the test wants it");
                }
                return body.startsWith("fail by null") ? null : ConsumeConcurrentlyStatus.RECONSUME_LATER;
            });
        }
        consumer.start();
        CONSUMERS.put(instance, consumer);
        long endsAt = System.currentTimeMillis() + 30_000;
        // Its own retry topic is one, the queues asked for are the others.
        while (consumer.getDefaultMQPushConsumerImpl().getRebalanceImpl().getProcessQueueTable().size() < 2) {
            if (System.currentTimeMillis() > endsAt) {
                throw new IllegalStateException("no queue was assigned to " + group);
            }
            Thread.sleep(50);
        }
    }

    private static boolean fails(String group, List<MessageExt> messages) {
        boolean fails = false;
        for (MessageExt message : messages) {
            String body = new String(message.getBody(), StandardCharsets.UTF_8);
            while (body.startsWith("hold") && !HEALED.contains(group)) {
                pause();
            }
            OUT.println("got " + JSON.toJSONString(Map.of(
                "group", group, "topic", message.getTopic(), "body", body,
                "times", message.getReconsumeTimes(), "id", message.getMsgId())));
            fails |= !SPARED.contains(group) && body.startsWith("fail") && (!HEALED.contains(group) || body.startsWith("fail always"));
        }
        return fails;
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(JSONObject command) throws Exception {
        String compression = command.getString("compression");
        boolean traced = command.getBooleanValue("traced");
        String name = (compression == null ? "plain" : compression) + (traced ? "-traced" : "");
        DefaultMQProducer producer = PRODUCERS.get(name);
        if (producer == null) {
            producer = new DefaultMQProducer("senders-" + name);
            producer.setNamesrvAddr(nameServer);
            producer.setInstanceName("sender-" + name);
            producer.setHeartbeatBrokerInterval(CLIENT_MS);
            producer.setPollNameServerInterval(CLIENT_MS);
            producer.setEnableTrace(traced);
            if (compression != null) {
                producer.setCompressType(CompressionType.of(compression));
                producer.setCompressMsgBodyOverHowmuch(16);
            }
            producer.start();
            PRODUCERS.put(name, producer);
        }
        byte[] body = command.getString("body").getBytes(StandardCharsets.UTF_8);
        Message message = new Message(command.getString("send"), command.getString("tag"), command.getString("key"), body);
        message.setDelayTimeLevel(command.getIntValue("delayLevel"));
        if (command.containsKey("delayMs")) {
            message.setDelayTimeMs(command.getLongValue("delayMs"));
        }
        SendResult sent = producer.send(message);
        if (message.getDelayTimeLevel() > 0 || command.containsKey("delayMs")) {
            return;
        }
        MessageQueue queue = sent.getMessageQueue();
        // A broker answers a send before the message is in its queue; into one that is apart no test looks.
        BrokerController broker = BROKERS.get(queue.getBrokerName());
        while (broker != null
            && broker.getMessageStore().getMaxOffsetInQueue(queue.getTopic(), queue.getQueueId()) <= sent.getQueueOffset()) {
            Thread.sleep(5);
        }
    }

    private static void waitForPort(int port) throws Exception {
        long endsAt = System.currentTimeMillis() + READY_WITHIN_MS;
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
                return;
            } catch (java.io.IOException e) {
                if (System.currentTimeMillis() > endsAt) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    private static void write(Path path, String text) throws Exception {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private RealCluster() {
    }
}
