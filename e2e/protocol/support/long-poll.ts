/** The shortest poll the wire allows: a client that stops waits for its held receive. */
export const LONG_POLL_MS = 5_000;
