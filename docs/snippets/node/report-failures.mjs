// Says why a delivery failed, beside the unmodified RocketMQ client, and then fails as before:
//   new PushConsumer({ ..., messageListener: reportFailures(listener, { url, token, group }) })

/**
 * `url`: where the Redrive console is. `token`: one that may only report failures (Settings, API tokens).
 * `clientId`: for broadcast groups, () => consumer.clientId.
 */
export function reportFailures(listener, { url, token, group, clientId = () => undefined, timeoutMs = 1000 }) {
  return {
    async consume(view) {
      try {
        return await listener.consume(view);
      } catch (error) {
        // A report that cannot be made costs at most timeoutMs and is dropped; the delivery fails with or without it.
        await report({ url, token, group, clientId, timeoutMs }, view, error).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function report({ url, token, group, clientId, timeoutMs }, view, thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const answer = await fetch(new URL('/api/v1/failures', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messageId: view.messageId,
      topic: view.topic,
      group,
      clientId: clientId(),
      attempt: view.deliveryAttempt ?? 1,
      errorType: cut(error.name || 'Error', 200),
      message: cut(error.message, 4000),
      stack: cut(error.stack ?? '', 16_000),
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
}

const cut = (text, most) => Array.from(text).slice(0, most).join('');
