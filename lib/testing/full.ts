/** `npm run test:full` runs the long forms too. A test that has no other is skipped without it, and counted so. */
export const isFull = process.env['REDRIVE_TEST_FULL'] === '1';

/** How much of something, in the short form and in the long one. */
export function inFull<Value>(short: Value, long: Value): Value {
  return isFull ? long : short;
}
