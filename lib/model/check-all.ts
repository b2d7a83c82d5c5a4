import { BrokerError, isBrokerError, type Problem, shownProblem } from './errors';

/**
 * Runs every check of an input, so that one refusal lists all that is wrong with it. The first one found is the error.
 * @throws BrokerError whose `problems` has each
 */
export function checkAll(checks: readonly (() => void)[]): void {
  const refusals = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (!isBrokerError(error)) throw error;
      return [error];
    }
  });
  const [first] = refusals;
  if (first === undefined) return;
  refuseAll(
    first.code,
    refusals.flatMap(({ message, problems }) => (problems.length === 0 ? [{ message }] : problems)),
  );
}

/** What a check finds wrong, for a form that runs it while one types. */
export function problemsIn(check: () => void): readonly Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return error.problems.map(shownProblem);
  }
}

/** Does nothing when there is no problem. @throws BrokerError that is the first of them and lists all */
export function refuseAll(code: BrokerError['code'], problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const { field, limit, value, message, told } = first;
  throw new BrokerError(code, told ?? message, {
    ...(field === undefined ? {} : { field }),
    ...(limit === undefined ? {} : { limit }),
    ...(value === undefined ? {} : { value }),
    problems,
  });
}
