/** `npm run test:full` runs the long forms too: files `*.long.test.ts`, and the larger one of two numbers here. */
export const isFull = process.env['REDRIVE_TEST_FULL'] === '1';

export function inFull<Value>(short: Value, long: Value): Value {
  return isFull ? long : short;
}
