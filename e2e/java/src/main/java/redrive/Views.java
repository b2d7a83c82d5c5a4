package redrive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.rocketmq.client.apis.message.MessageView;

/** What a test is told of a message. */
final class Views {
    static Map<String, Object> of(MessageView view) {
        ByteBuffer body = view.getBody().duplicate();
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("messageId", view.getMessageId().toString());
        told.put("topic", view.getTopic());
        told.put("body", new String(bytes, StandardCharsets.UTF_8));
        told.put("attempt", view.getDeliveryAttempt());
        told.put("tag", view.getTag().orElse(null));
        told.put("keys", new ArrayList<>(view.getKeys()));
        told.put("messageGroup", view.getMessageGroup().orElse(null));
        told.put("properties", view.getProperties());
        told.put("bornAtMs", view.getBornTimestamp());
        told.put("deliverAtMs", view.getDeliveryTimestamp().orElse(null));
        told.put("wallMs", System.currentTimeMillis());
        told.put("atMs", System.nanoTime() / 1e6);
        return told;
    }

    private Views() {
    }
}
