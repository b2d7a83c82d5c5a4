/** Where the producers of a topic go when throttling lasts. */
export interface Failover {
  /** @neverNull it goes with its topic */
  readonly topic: string;
  /** As an SDK takes it: "b1.example.com:8081;b2.example.com:8081". */
  readonly endpoints: string;
  /** Throttled for this long: time to change over. */
  readonly afterSeconds: number;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

export const FAILOVER = { endpointsChars: 500, afterSeconds: [1, 86_400], defaultAfterSeconds: 60 } as const;

const ENDPOINT = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\]):(\d{1,5})$/i;

/** "host:port", or several separated by semicolons. */
export function isEndpoints(text: string): boolean {
  return text.split(';').every((part) => {
    const port = Number(ENDPOINT.exec(part)?.[1] ?? 0);
    return port >= 1 && port <= 65_535;
  });
}
