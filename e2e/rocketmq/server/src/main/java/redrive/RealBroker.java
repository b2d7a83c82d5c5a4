package redrive;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.namesrv.NamesrvStartup;
import org.apache.rocketmq.proxy.ProxyStartup;
import org.apache.rocketmq.remoting.protocol.subscription.GroupRetryPolicy;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;

/**
 * Name server, proxy and broker in this process: RealBroker folder nameServerPort brokerPort grpcPort remotingPort.
 * Prints "ready", then carries out one command a line of input ({"topic": ...} or {"group": ...}) and answers each
 * with a line: "ok", or "error" and why. Ends when its input ends.
 */
public final class RealBroker {
    private static final int READY_WITHIN_MS = 90_000;
    private static final int ROUTE_WITHIN_MS = 15_000;

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        String nameServer = "127.0.0.1:" + args[1];
        int brokerPort = Integer.parseInt(args[2]);
        int grpcPort = Integer.parseInt(args[3]);
        System.setProperty("rocketmq.home.dir", folder.toString());
        System.setProperty("RMQ_PROXY_HOME", folder.toString());
        write(folder.resolve("namesrv.properties"), "listenPort=" + args[1] + "\n"
            + "kvConfigPath=" + folder.resolve("kv.json") + "\n"
            + "configStorePath=" + folder.resolve("namesrv.store") + "\n");
        write(folder.resolve("broker.conf"), Files.readString(Path.of(args[5]))
            + "\nlistenPort=" + brokerPort
            + "\nstorePathRootDir=" + folder.resolve("store")
            + "\nstorePathCommitLog=" + folder.resolve("store").resolve("commitlog") + "\n");
        write(folder.resolve("conf").resolve("rmq-proxy.json"), JSON.toJSONString(Map.of(
            "rocketMQClusterName", "DefaultCluster",
            "grpcServerPort", grpcPort,
            "remotingListenPort", Integer.parseInt(args[4]))));

        NamesrvStartup.main0(new String[] {"-c", folder.resolve("namesrv.properties").toString()});
        ProxyStartup.main(new String[] {
            "-pm", "local", "-bc", folder.resolve("broker.conf").toString(), "-n", nameServer});
        waitForPort(grpcPort);

        DefaultMQAdminExt admin = new DefaultMQAdminExt(5_000L);
        admin.setNamesrvAddr(nameServer);
        admin.setAdminExtGroup("e2e-admin");
        admin.setInstanceName("e2e-admin");
        admin.start();
        System.out.println("ready");
        serve(admin, "127.0.0.1:" + brokerPort);
        // The embedded broker's threads do not let the process end.
        Runtime.getRuntime().halt(0);
    }

    private static void serve(DefaultMQAdminExt admin, String broker) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            try {
                carryOut(admin, broker, JSON.parseObject(line));
                System.out.println("ok");
            } catch (Exception e) {
                System.out.println("error " + e.toString().replace('\n', ' '));
            }
        }
    }

    private static void carryOut(DefaultMQAdminExt admin, String broker, JSONObject command) throws Exception {
        if (command.containsKey("topic")) {
            TopicConfig topic = new TopicConfig(command.getString("topic"));
            int queues = command.getIntValue("queues");
            topic.setReadQueueNums(queues);
            topic.setWriteQueueNums(queues);
            topic.getAttributes().put("+message.type", command.getString("messageType"));
            admin.createAndUpdateTopicConfig(broker, topic);
            waitForRoute(admin, topic.getTopicName());
            return;
        }
        SubscriptionGroupConfig group = new SubscriptionGroupConfig();
        group.setGroupName(command.getString("group"));
        group.setConsumeMessageOrderly(command.getBooleanValue("orderly"));
        if (command.containsKey("maxRetries")) {
            group.setRetryMaxTimes(command.getIntValue("maxRetries"));
        }
        if (command.containsKey("policy")) {
            group.setGroupRetryPolicy(command.getObject("policy", GroupRetryPolicy.class));
        }
        admin.createAndUpdateSubscriptionGroupConfig(broker, group);
    }

    /** The proxy remembers for a while that a topic had no route, so no client may ask before the name server knows. */
    private static void waitForRoute(DefaultMQAdminExt admin, String topic) throws Exception {
        long endsAt = System.currentTimeMillis() + ROUTE_WITHIN_MS;
        while (true) {
            try {
                admin.examineTopicRouteInfo(topic);
                return;
            } catch (MQClientException e) {
                if (System.currentTimeMillis() > endsAt) {
                    throw e;
                }
                Thread.sleep(20);
            }
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

    private RealBroker() {
    }
}
