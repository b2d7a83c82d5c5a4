// The least that a gRPC server on Node's own http2 can do: reads the frame of a send, answers with a constant one.
// Prints its port, and ends with its input.
import { createServer } from 'node:http2';

/** status {code 20000, message "ok"}, one entry with the same status and an id: as SendMessageResponse has them. */
const STATUS = Buffer.concat([Buffer.from([0x08, 0xa0, 0x9c, 0x01, 0x12, 0x02]), Buffer.from('ok')]);
const ID = Buffer.from('01'.padEnd(34, 'A'));
const field = (number, bytes) => Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
const message = Buffer.concat([field(1, STATUS), field(2, Buffer.concat([field(1, STATUS), field(2, ID)]))]);
const ANSWER = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);

const server = createServer();
server.on('stream', (stream) => {
  let size = 0;
  stream.on('data', (chunk) => (size += chunk.length));
  stream.on('error', () => undefined);
  stream.on('end', () => {
    if (size < 5) {
      stream.close();
      return;
    }
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(ANSWER);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().once('end', () => process.exit(0));
