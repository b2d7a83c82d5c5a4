const CHANNEL = 'redrive-signed-in';

/** Windows of this browser at the same address; one that went to another site and back has lost its opener. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage('signed-in');
  channel.close();
}

/** @returns how to stop listening */
export function onSignedIn(then: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', then);
  return () => channel.close();
}
