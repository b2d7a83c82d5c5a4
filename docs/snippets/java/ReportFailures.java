import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.message.MessageView;

/**
 * Says why deliveries failed, beside the unmodified client, and then fails as before. Reports are sent by a thread of its own,
 * many in one call: the listener never waits. Close it after the consumer. Java 11, no dependency.
 */
public final class ReportFailures implements MessageListener, AutoCloseable {
    /** Limits of the API: reports of one call, and bytes of its body (262,144) with some room. */
    private static final int MOST_REPORTS = 100;
    private static final int MOST_BYTES = 200_000;
    private static final int MOST_WAITING = 10_000;
    private static final int TRIES = 5;
    private static final long GATHER_MS = 200;
    private static final long FIRST_PAUSE_MS = 500;
    private static final long CALL_LIMIT_MS = 10_000;
    private static final long CLOSE_LIMIT_MS = 5_000;
    private static final long WARN_EVERY_MS = 60_000;
    private static final int AGO_BYTES = 20;
    private static final long MOST_AGO_MS = 86_400_000;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(CALL_LIMIT_MS)).build();
    private final LinkedBlockingQueue<Report> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Thread sender = new Thread(this::sendAll, "report-failures");
    private final MessageListener listener;
    private final URI failures;
    private final String token;
    private final String group;
    private final String appVersion;
    private volatile boolean closing;
    private long dropped;
    private long warnedAtNanos;

    public ReportFailures(MessageListener listener, String consoleUrl, String token, String group) {
        this(listener, consoleUrl, token, group, null);
    }

    /** appVersion: that of your application, shown beside the cause. */
    public ReportFailures(MessageListener listener, String consoleUrl, String token, String group, String appVersion) {
        this.listener = listener;
        this.failures = URI.create(consoleUrl).resolve("/api/v1/failures");
        this.token = token;
        this.group = group;
        this.appVersion = appVersion;
        sender.setDaemon(true);
        sender.start();
    }

    @Override
    public ConsumeResult consume(MessageView view) {
        try {
            return listener.consume(view);
        } catch (Throwable error) {
            try {
                if (!waiting.offer(new Report(report(view, error)))) drop(1, MOST_WAITING + " wait already");
            } catch (Throwable ignored) {
                // The delivery fails with or without its report.
            }
            throw error;
        }
    }

    /** Sends what waits, for five seconds at most. */
    @Override
    public void close() {
        closing = true;
        try {
            sender.join(CLOSE_LIMIT_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendAll() {
        try {
            while (!closing || !waiting.isEmpty()) {
                Report first = waiting.poll(GATHER_MS, TimeUnit.MILLISECONDS);
                if (first == null) continue;
                if (!closing) Thread.sleep(GATHER_MS);
                send(take(first));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Report> take(Report first) {
        List<Report> reports = new ArrayList<>(List.of(first));
        int bytes = sizeOf(first);
        for (Report next = waiting.peek(); next != null && reports.size() < MOST_REPORTS; next = waiting.peek()) {
            bytes += sizeOf(next);
            if (bytes > MOST_BYTES) break;
            reports.add(waiting.remove());
        }
        return reports;
    }

    /** A repeat is harmless: the first report of a delivery stays. */
    private void send(List<Report> reports) throws InterruptedException {
        String problem = "";
        for (int tries = 1; tries <= TRIES; tries++) {
            if (tries > 1) Thread.sleep(closing ? GATHER_MS : FIRST_PAUSE_MS << (tries - 2));
            try {
                int status = post(bodyOf(reports));
                if (status < 300) return;
                problem = "HTTP " + status;
                if (status < 500 && status != 429) break;
            } catch (java.io.IOException | RuntimeException failed) {
                problem = failed.toString();
            }
        }
        drop(reports.size(), problem);
    }

    /** Says how long ago each delivery failed: a re-drive may have begun the next life of the message meanwhile. */
    private static String bodyOf(List<Report> reports) {
        long nowNanos = System.nanoTime();
        return reports.stream().map(report -> {
            long agoMs = TimeUnit.NANOSECONDS.toMillis(nowNanos - report.failedAtNanos);
            return report.text + ",\"agoMs\":" + Math.min(agoMs, MOST_AGO_MS) + "}";
        }).collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private int post(String body) throws java.io.IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(failures).timeout(Duration.ofMillis(CALL_LIMIT_MS))
            .header("authorization", "Bearer " + token).header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private synchronized void drop(int count, String problem) {
        dropped += count;
        long nowNanos = System.nanoTime();
        if (warnedAtNanos != 0 && nowNanos - warnedAtNanos < TimeUnit.MILLISECONDS.toNanos(WARN_EVERY_MS)) return;
        warnedAtNanos = nowNanos;
        System.err.println("Redrive: " + dropped + " failure reports were dropped so far; the last time: " + problem);
    }

    /** A report without its last brace, and when the delivery failed. */
    private static final class Report {
        final String text;
        final long failedAtNanos = System.nanoTime();

        Report(String text) {
            this.text = text;
        }
    }

    private String report(MessageView view, Throwable error) {
        StringWriter stack = new StringWriter();
        error.printStackTrace(new PrintWriter(stack));
        String name = error.getClass().getSimpleName();
        return "{\"messageId\":" + text(view.getMessageId().toString(), 255) + ",\"topic\":" + text(view.getTopic(), 127)
            + ",\"group\":" + text(group, 120) + ",\"attempt\":" + Math.max(1, view.getDeliveryAttempt())
            + ",\"errorType\":" + text(name.isEmpty() ? "Error" : name, 200)
            + ",\"message\":" + text(String.valueOf(error.getMessage()), 4000) + ",\"stack\":" + text(stack.toString(), 16000)
            + (appVersion == null ? "" : ",\"appVersion\":" + text(appVersion, 100));
    }

    private static int sizeOf(Report report) {
        return report.text.getBytes(StandardCharsets.UTF_8).length + AGO_BYTES;
    }

    private static String text(String value, int most) {
        StringBuilder json = new StringBuilder("\"");
        value.codePoints().limit(most).forEach(code -> {
            if (code < 0x20 || code == '"' || code == '\\') json.append(String.format("\\u%04x", code));
            else json.appendCodePoint(code);
        });
        return json.append('"').toString();
    }
}
