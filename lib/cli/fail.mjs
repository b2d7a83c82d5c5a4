// One clear sentence and a non-zero exit; what a child process printed comes first.
export function fail(error) {
  const output = error?.output?.trim();
  if (output) process.stderr.write(`${output.split('\n').slice(-40).join('\n')}\n`);
  const text =
    error?.name === 'StartError' || error?.output !== undefined ? error.message : (error?.stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
