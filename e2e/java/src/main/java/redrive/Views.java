package redrive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.rocketmq.client.apis.message.MessageView;

/** What a test sees of a message. */
final class Views {
    static Map<String, Object> of(MessageView view) {
        ByteBuffer body = view.getBody().duplicate();
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("messageId", view.getMessageId().toString());
        answer.put("topic", view.getTopic());
        answer.put("body", new String(bytes, StandardCharsets.UTF_8));
        answer.put("attempt", view.getDeliveryAttempt());
        answer.put("tag", view.getTag().orElse(null));
        answer.put("keys", new ArrayList<>(view.getKeys()));
        answer.put("messageGroup", view.getMessageGroup().orElse(null));
        answer.put("liteTopic", view.getLiteTopic().orElse(null));
        answer.put("priority", view.getPriority().orElse(null));
        answer.put("properties", view.getProperties());
        answer.put("bornAtMs", view.getBornTimestamp());
        answer.put("deliverAtMs", view.getDeliveryTimestamp().orElse(null));
        answer.put("wallMs", System.currentTimeMillis());
        answer.put("atMs", System.nanoTime() / 1e6);
        return answer;
    }

    private Views() {
    }
}
