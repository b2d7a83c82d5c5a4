/** Each try waits as long for the lock as a session may (3 s). */
export const BUSY_TRIES = 5;

/** Runs it again while it is refused because another change holds a lock. @returns what the last try said */
export async function whileBusy<T>(
  run: () => Promise<T>,
  isBusy: (answer: T) => boolean,
  onWait: (nextTry: number) => void = () => undefined,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const answer = await run();
    if (tried === BUSY_TRIES || !isBusy(answer)) return answer;
    onWait(tried + 1);
  }
}
