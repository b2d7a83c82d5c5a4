import { mustHaveEntries } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { REDRIVE_LIMITS } from '../../model/redrive/redrive';
import type { PatchOperation, RedriveEdits, RepairRule } from '../../model/redrive/redrive-edits';
import { validateContent } from '../message/validate-message';

/** What can be said before a message is read. @throws BrokerError naming field, limit and value */
export function checkEdits({ messages, rule }: RedriveEdits): void {
  if ((messages === undefined) === (rule === undefined))
    throw new BrokerError('bad-request', told('edits must have exactly one of messages and rule.'), {
      field: 'edits',
      limit: 'messages or rule',
    });
  if (messages !== undefined) checkCount('edits.messages', messages.length, REDRIVE_LIMITS.editedMessages);
  if (new Set(messages?.map(({ messageId }) => messageId)).size !== (messages?.length ?? 0))
    throw new BrokerError('bad-request', told('edits.messages must name each message once.'), {
      field: 'edits.messages',
      limit: 'distinct message ids',
    });
  if (rule !== undefined) checkRule(rule);
}

function checkRule({ patch = [], convert = [], setProperties = {}, removeProperties = [], tag }: RepairRule): void {
  const parts = patch.length + convert.length + Object.keys(setProperties).length + removeProperties.length;
  if (parts === 0 && tag === undefined)
    throw new BrokerError('bad-request', told('edits.rule changes nothing.'), {
      field: 'edits.rule',
      limit: 'at least one of patch, convert, setProperties, removeProperties and tag',
    });
  if (patch.length > 0) checkCount('edits.rule.patch', patch.length, REDRIVE_LIMITS.patchOperations);
  for (const [place, operation] of patch.entries()) checkOperation(`edits.rule.patch[${place}]`, operation);
  if (convert.length > 0) checkCount('edits.rule.convert', convert.length, REDRIVE_LIMITS.patchOperations);
  for (const [place, { path }] of convert.entries()) checkPointer(`edits.rule.convert[${place}].path`, path);
  // The names and values alone: what is in the message counts when it is read.
  validateContent({ body: Buffer.from('x'), tag: tag ?? null, keys: [], properties: setProperties });
}

function checkOperation(field: string, operation: PatchOperation): void {
  checkPointer(`${field}.path`, operation.path);
  if ('from' in operation) checkPointer(`${field}.from`, operation.from);
}

/** RFC 6901; the whole body is not replaced by a rule. */
function checkPointer(field: string, path: string): void {
  if (path.startsWith('/') && !/~(?![01])/.test(path)) return;
  throw new BrokerError('bad-request', told('{field} must be a JSON pointer such as /order/currency.', { field }), {
    field,
    limit: 'a JSON pointer that begins with /',
    value: path.slice(0, 64),
  });
}

function checkCount(field: string, count: number, most: number): void {
  if (count >= 1 && count <= most) return;
  throw mustHaveEntries(field, most, count);
}
