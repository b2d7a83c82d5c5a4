import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { MOST_NESTED, nestingOf } from '../../model/json/json-layout';
import { jsonProblem } from '../../model/json/json-problem';
import { REQUEST_LIMITS } from '../../model/request-limits';

interface BodyOptions {
  /** No body at all is taken as {}. */
  readonly optional?: boolean;
  readonly mostBytes?: number;
}

/**
 * The JSON of a request, refused before it is read to the end when it is too long.
 * @throws BrokerError bad-request, body-too-large
 */
export async function readBody(
  request: Request,
  { optional = false, mostBytes = REQUEST_LIMITS.bytes }: BodyOptions = {},
): Promise<unknown> {
  if (optional && request.body === null) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new BrokerError('bad-request', told('The body must be JSON.'), {
      field: 'content-type',
      limit: 'application/json',
      value: type,
    });
  }
  const text = new TextDecoder().decode(await readBounded(request, mostBytes));
  if (optional && text === '') return {};
  const problem = jsonProblem(text);
  const levels = nestingOf(text);
  if (problem === null && levels > MOST_NESTED)
    throw new BrokerError(
      'bad-request',
      told('The body may have at most {mostNested} levels of lists and objects.', { mostNested: MOST_NESTED }),
      {
        field: 'body',
        limit: MOST_NESTED,
        value: levels,
      },
    );
  if (problem === null) return JSON.parse(text);
  throw new BrokerError('bad-request', told('The body is not valid JSON: {problem}.', { problem }), {
    field: 'body',
    limit: 'JSON',
    value: text.slice(0, 60),
  });
}

async function readBounded(request: Request, mostBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? '0');
  if (announced > mostBytes) throw tooLarge(announced, mostBytes);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (request.body !== null) {
    const reader = request.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > mostBytes) {
        await reader.cancel();
        throw tooLarge(bytes, mostBytes);
      }
      parts.push(part.value);
    }
  }
  return Buffer.concat(parts);
}

function tooLarge(bytes: number, mostBytes: number): BrokerError {
  return new BrokerError(
    'body-too-large',
    told('The request may have at most {mostBytes} bytes (got at least {bytes}).', { mostBytes, bytes }),
    {
      field: 'body',
      limit: mostBytes,
      value: bytes,
    },
  );
}
