/** Of something, how much in the full form (lib/cli/test/forms.mjs) and how much in the others. */
export function inFull<Value>(small: Value, full: Value): Value {
  return process.env['REDRIVE_TEST_FULL'] === '1' ? full : small;
}
