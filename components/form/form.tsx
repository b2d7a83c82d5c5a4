'use client';

import { type ComponentProps, type FormEvent, type RefObject, useRef } from 'react';

export type Submit = (event: FormEvent<HTMLFormElement>) => void;

interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onReset' | 'onSubmit' | 'ref'> {
  readonly ref?: RefObject<HTMLFormElement | null>;
  readonly onSubmit: Submit;
  /** Why it cannot be submitted yet, by Enter either; null: it can. */
  readonly blocker?: string | null;
}

/**
 * A form that the page sends. React keeps a submit from before hydration, because the action is a function, and calls
 * the function after hydration. Without an action the browser would send the form, with its fields in the address.
 */
export function Form({ ref, onSubmit, blocker = null, ...rest }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  return (
    <form
      {...rest}
      ref={form}
      action={() => form.current?.requestSubmit()}
      onSubmit={(event) => {
        event.preventDefault();
        if (blocker === null) onSubmit(event);
      }}
      // React resets a form after its action; a refused form must keep what was typed.
      onReset={(event) => event.preventDefault()}
    />
  );
}
