// The values of a file against the JSON schema that the server publishes, before anything is planned.
import { fromJSONSchema } from 'zod';

import { CliError } from '../failure.mjs';
import { t } from '../speech.mjs';

/** @throws CliError 2: names the first place and its value */
export function checkValues(content, schema) {
  const { error } = fromJSONSchema(schema).safeParse(content);
  if (error === undefined) return;
  const { path, says } = firstOf(error.issues);
  const value = path.reduce((inner, key) => inner?.[key], content);
  const place = path
    .map((key) => (/^[\w-]+$/.test(key) && typeof key === 'string' ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join('');
  const sentence = says(place.replace(/^\./, ''));
  throw new CliError(
    2,
    value === undefined
      ? t('{sentence}.', { sentence })
      : t('{sentence} (got {value}).', { sentence, value: JSON.stringify(value) }),
  );
}

function firstOf([issue, ...others], above = []) {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') return ofUnion(issue.errors, path);
  if (issue.code === 'invalid_value') return { path, says: mustBe(issue.values) };
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined'))
    return { path, says: (place) => t('{place} is missing', { place }) };
  if (issue.code === 'invalid_type')
    return { path, says: (place) => t('{place} must be of the type {type}', { place, type: issue.expected }) };
  if (issue.code === 'unrecognized_keys' && others.length > 0) return firstOf(others, above);
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0]], says: (place) => t('{place} is not known here', { place }) };
  return { path, says: (place) => t('{place} is not right: {why}', { place, why: issue.message }) };
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
  return { path: [...path, ...first.path], says: mustBe(constants.flatMap(({ values }) => values)) };
}

const mustBe = (values) => (place) =>
  values.length === 1
    ? t('{place} must be {value}', { place, value: JSON.stringify(values[0]) })
    : t('{place} must be one of {values}', { place, values });
