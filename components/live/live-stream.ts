import { setServerTime } from '@/components/ui/clock';
import type { LiveChange } from '@/lib/model/live-change';
import { parseChanges, parseNow } from './live-message.model';
import type { LiveState } from './live-state';

interface StreamHandlers {
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  /** The stream (re)opened: hints may have been missed, read everything once. */
  readonly onOpen: () => void;
  readonly onSignedOut: () => void;
  /** The stream broke, for an unknown reason. */
  readonly onBroken: () => void;
}

/** The server sends a heartbeat every 10 s; after a missed one the connection counts as dead. */
const SILENCE_MS = 17_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** The tab's one EventSource. Closed while the tab is hidden: browsers allow six connections per host over HTTP/1.1. */
export class LiveStream {
  #source: EventSource | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(
    private readonly url: string,
    private readonly state: LiveState,
    private readonly handlers: StreamHandlers,
  ) {}

  open(): void {
    if (this.#source !== undefined) return;
    clearTimeout(this.#retry);
    const source = new EventSource(this.url);
    this.#source = source;
    source.addEventListener('hello', (event) => {
      this.#failures = 0;
      this.state.setConnection('open');
      this.#heard(event);
      this.handlers.onOpen();
    });
    source.addEventListener('beat', (event) => this.#heard(event));
    source.addEventListener('change', (event) => {
      this.#watchSilence();
      this.handlers.onChanges(parseChanges(event.data));
    });
    source.addEventListener('signed-out', () => {
      this.close();
      this.handlers.onSignedOut();
    });
    source.addEventListener('error', () => this.#reconnect());
    this.#watchSilence();
  }

  close(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = undefined;
  }

  #heard(event: MessageEvent): void {
    const now = parseNow(event.data);
    if (now !== null) setServerTime(now);
    this.#watchSilence();
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#reconnect(), SILENCE_MS);
  }

  #reconnect(): void {
    this.close();
    this.state.setBroken();
    this.handlers.onBroken();
    const delayMs = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)];
    this.#failures += 1;
    this.#retry = setTimeout(() => this.open(), delayMs);
  }
}
