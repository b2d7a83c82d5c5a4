// The reader of the output may end first: "redrive groups list | head -3", or a terminal that closes. Lines that are
// written then are lost, and the command goes on: a change that has begun is finished.
let hasLeft = false;

export function outliveReader() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      hasLeft = true;
    });
}

/** Then a command that repeats a read ends. */
export const readerHasLeft = () => hasLeft;
