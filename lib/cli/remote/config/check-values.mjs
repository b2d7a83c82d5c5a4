// The values of a file against the JSON schema that the server publishes, before anything is planned.
import { fromJSONSchema } from 'zod';

import { CliError } from '../failure.mjs';

/** @throws CliError 2: names the first place and its value */
export function checkValues(content, schema) {
  const { error } = fromJSONSchema(schema).safeParse(content);
  if (error === undefined) return;
  const { path, says } = firstOf(error.issues);
  const value = path.reduce((inner, key) => inner?.[key], content);
  const place = path
    .map((key) => (/^[\w-]+$/.test(key) && typeof key === 'string' ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join('');
  const got = value === undefined ? '' : ` (got ${JSON.stringify(value)})`;
  throw new CliError(2, `${place.replace(/^\./, '')} ${says}${got}.`);
}

function firstOf([issue, ...others], above = []) {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') return ofUnion(issue.errors, path);
  if (issue.code === 'invalid_value') return { path, says: `must be ${oneOf(issue.values)}` };
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined'))
    return { path, says: 'is missing' };
  if (issue.code === 'invalid_type') return { path, says: `must be of the type ${issue.expected}` };
  if (issue.code === 'unrecognized_keys' && others.length > 0) return firstOf(others, above);
  if (issue.code === 'unrecognized_keys') return { path: [...path, issue.keys[0]], says: 'is not known here' };
  return { path, says: `is not right: ${issue.message}` };
}

/** The form that was meant is the one whose constants are right; with none, the constants are named. */
function ofUnion(forms, path) {
  const real = forms.filter(
    (issues) =>
      !issues.some(({ code, expected, path: at }) => at.length === 0 && code === 'invalid_type' && expected === 'null'),
  );
  const isOther = (issue) => issue.code === 'invalid_value' && issue.values.length === 1;
  const meant = real.find((issues) => !issues.some(isOther));
  if (meant !== undefined) return firstOf(meant, path);
  const constants = real.flatMap((issues) => issues.filter(isOther));
  const [first] = constants;
  return { path: [...path, ...first.path], says: `must be ${oneOf(constants.flatMap(({ values }) => values))}` };
}

const oneOf = (values) => (values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.join(', ')}`);
