import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.message.MessageView;

/** Says why a delivery failed, beside the unmodified client, and then fails as before. Java 11, no dependency. */
public final class ReportFailures implements MessageListener {
    private static final long LIMIT_MS = 1000;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(LIMIT_MS)).build();
    private final MessageListener listener;
    private final URI failures;
    private final String token;
    private final String group;

    public ReportFailures(MessageListener listener, String consoleUrl, String token, String group) {
        this.listener = listener;
        this.failures = URI.create(consoleUrl).resolve("/api/v1/failures");
        this.token = token;
        this.group = group;
    }

    @Override
    public ConsumeResult consume(MessageView view) {
        try {
            return listener.consume(view);
        } catch (Throwable error) {
            try {
                report(view, error);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (Throwable dropped) {
                // The delivery fails with or without its report.
            }
            throw error;
        }
    }

    private void report(MessageView view, Throwable error) throws Exception {
        java.io.StringWriter stack = new java.io.StringWriter();
        error.printStackTrace(new java.io.PrintWriter(stack));
        String body = "{\"messageId\":" + text(view.getMessageId().toString(), 255) + ",\"topic\":" + text(view.getTopic(), 127)
            + ",\"group\":" + text(group, 120) + ",\"attempt\":" + view.getDeliveryAttempt()
            + ",\"errorType\":" + text(error.getClass().getSimpleName().isEmpty() ? "Error" : error.getClass().getSimpleName(), 200)
            + ",\"message\":" + text(String.valueOf(error.getMessage()), 4000) + ",\"stack\":" + text(stack.toString(), 16000) + "}";
        HttpRequest request = HttpRequest.newBuilder(failures).timeout(Duration.ofMillis(LIMIT_MS))
            .header("authorization", "Bearer " + token).header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).get(LIMIT_MS, TimeUnit.MILLISECONDS);
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
