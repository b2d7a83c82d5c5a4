// Says why deliveries failed, beside the unmodified RocketMQ client, and then fails as before:
//   const listener = reportFailures(yours, { url, token, group });
//   new PushConsumer({ ..., messageListener: listener })
//   await consumer.shutdown(); await listener.close();

/** Limits of the API: reports of one call, and bytes of its body (262,144) with some room. */
const MOST_REPORTS = 100;
const MOST_BYTES = 200_000;
const AGO_BYTES = 20;
/** Reports of one call are gathered for this long. */
const GATHER_MS = 200;
/** Beyond this, the newest reports are dropped: a console that is away must not fill the memory. */
const MOST_WAITING = 10_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const WARN_EVERY_MS = 60_000;
/** The API takes no longer time since a failure. */
const MOST_AGO_MS = 86_400_000;

/**
 * `url`: where the Redrive console is. `token`: one that may only report failures (Settings, API tokens).
 * `workspace`: the attached Apache RocketMQ cluster of the client; without one the broker of the console.
 * `appVersion`: yours. `clientId`: for broadcast groups, () => consumer.clientId. `warn`: called for dropped reports, at most once a minute.
 */
export function reportFailures(
  listener,
  {
    url,
    token,
    group,
    workspace,
    appVersion,
    clientId = () => undefined,
    timeoutMs = 10_000,
    warn = (text) => process.emitWarning(text),
  },
) {
  const sender = new Sender({ url, token, workspace, timeoutMs, warn });
  return {
    async consume(view) {
      try {
        return await listener.consume(view);
      } catch (error) {
        // Only put aside here: the failure goes on at once, whatever becomes of its report.
        try {
          sender.add(reportOf(view, error, { group, appVersion, clientId: clientId() }));
        } catch {
          // The delivery fails with or without its report.
        }
        throw error;
      }
    },
    /** Sends what waits, for `limitMs` at most; call it after the consumer has shut down. */
    close: (limitMs = 5000) => sender.close(limitMs),
  };
}

function reportOf(view, thrown, { group, appVersion, clientId }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = JSON.stringify({
    messageId: view.messageId,
    topic: view.topic,
    group,
    appVersion,
    clientId,
    attempt: Math.max(1, view.deliveryAttempt ?? 1),
    errorType: cut(error.name || 'Error', 200),
    message: cut(error.message, 4000),
    stack: cut(stackOf(error), 16_000),
  });
  return { text, failedAtMs: performance.now() };
}

/** Says how long ago the delivery failed: a re-drive may have begun the next life of the message meanwhile. */
function agedText({ text, failedAtMs }) {
  const agoMs = Math.min(Math.floor(performance.now() - failedAtMs), MOST_AGO_MS);
  return `${text.slice(0, -1)},"agoMs":${agoMs}}`;
}

const MOST_CAUSES = 5;

/** With the errors that caused it: the one at the bottom says most. */
function stackOf(error) {
  const parts = [];
  for (let at = error; at instanceof Error && parts.length < MOST_CAUSES; at = at.cause)
    parts.push(at.stack ?? `${at.name}: ${at.message}`);
  return parts.join('\nCaused by: ');
}

/** One call at a time; reports that come meanwhile go with the next one. */
class Sender {
  #waiting = [];
  #sending = null;
  #closing = new AbortController();
  #dropped = 0;
  #warnedAt = -WARN_EVERY_MS;

  constructor(target) {
    this.target = target;
  }

  add(report) {
    if (this.#waiting.length >= MOST_WAITING) return this.#drop(1, `${MOST_WAITING} wait already`);
    this.#waiting.push(report);
    this.#sending ??= this.#sendAll().catch(() => undefined);
  }

  async close(limitMs) {
    this.#closing.abort();
    let timer;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, limitMs)));
    await Promise.race([Promise.resolve(this.#sending), limit]);
    clearTimeout(timer);
  }

  async #sendAll() {
    try {
      await this.#pause(GATHER_MS);
      while (this.#waiting.length > 0) await this.#send(this.#take());
    } finally {
      this.#sending = null;
    }
  }

  #take() {
    let bytes = 0;
    const end = this.#waiting.findIndex((report, index) => {
      bytes += Buffer.byteLength(report.text) + AGO_BYTES;
      return index > 0 && (index >= MOST_REPORTS || bytes > MOST_BYTES);
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  /** A repeat is harmless: the first report of a delivery stays. */
  async #send(reports) {
    let problem;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (tries > 1) await this.#pause(FIRST_PAUSE_MS * 2 ** (tries - 2));
      try {
        const answer = await this.#post(`{"items":[${reports.map(agedText).join(',')}]}`);
        if (answer.ok) return;
        problem = `HTTP ${answer.status}`;
        if (answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        problem = error.cause?.message ?? error.message;
      }
    }
    this.#drop(reports.length, problem);
  }

  async #post(body) {
    const { url, token, workspace, timeoutMs } = this.target;
    const place = workspace === undefined ? '' : `/clusters/${workspace}`;
    const answer = await fetch(new URL(`/api/v1${place}/failures`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer;
  }

  /** Short once the application shuts down. */
  #pause(milliseconds) {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const timer = setTimeout(end, signal.aborted ? Math.min(milliseconds, GATHER_MS) : milliseconds);
      function end() {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      }
      signal.addEventListener('abort', end);
    });
  }

  #drop(count, problem) {
    this.#dropped += count;
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = performance.now();
    this.target.warn(`Redrive: ${this.#dropped} failure reports were dropped so far; the last time: ${problem}`);
  }
}

const cut = (text, most) => (text.length <= most ? text : Array.from(text).slice(0, most).join(''));
