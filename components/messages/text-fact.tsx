import { VisibleText } from './visible-text';

/** One line of a list of facts whose name and value were written by clients. */
export function TextFact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>
        <VisibleText text={name} />
      </dt>
      <dd className="mono">
        <VisibleText text={value} />
      </dd>
    </>
  );
}
