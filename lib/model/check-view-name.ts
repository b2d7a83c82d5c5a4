import { BrokerError } from './errors';
import { t } from './language/t';
import { STANDARD_VIEW, VIEW_LIMITS } from './list-view';

/** @throws BrokerError bad-request */
export function checkViewName(given: string): string {
  const name = given.trim().replace(/\s+/g, ' ');
  const refuse = (message: string, limit: string) => {
    throw new BrokerError('bad-request', message, { field: 'name', limit, value: name });
  };
  if (name === '') refuse(t('A view needs a name.'), 'not empty');
  if (name.length > VIEW_LIMITS.nameChars)
    refuse(
      t('A name may have at most {nameChars} characters (got {name}).', {
        nameChars: VIEW_LIMITS.nameChars,
        name: name.length,
      }),
      `at most ${VIEW_LIMITS.nameChars} characters`,
    );
  if (name.toLowerCase() === STANDARD_VIEW)
    refuse(t('{name} is the name of the list without a view.', { name }), 'another name');
  return name;
}
