/** A dialog that is not modal leaves the keys to the page. */
const OPEN_DIALOG = '[role=dialog]:not([aria-modal=false]), [role=alertdialog]';
const TEXT_FIELD = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

export function isDialogOpen(): boolean {
  return document.querySelector(`${OPEN_DIALOG}, [role=menu]`) !== null;
}

export function isTextField(target: Element | null): boolean {
  return target?.matches(TEXT_FIELD) === true;
}

/**
 * The first required field that is empty, of the dialog at hand or else of the page. While there is one, letters are
 * for it: the operator was asked to type, and a letter that acts or navigates would lose what is typed.
 */
export function emptyRequiredField(): HTMLInputElement | HTMLTextAreaElement | null {
  const scope = [...document.querySelectorAll(OPEN_DIALOG)].at(-1) ?? document.querySelector('#main');
  const fields = scope?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[aria-required="true"]') ?? [];
  return [...fields].find((field) => field.value.trim() === '' && field.getClientRects().length > 0) ?? null;
}

/** Between two pages: what is typed is meant for the one that comes. */
export function isPageComing(): boolean {
  return document.querySelector('#main .page')?.childElementCount === 0;
}

/** The operator has not chosen where the focus is: a page that opens may say where it goes. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches('#main, #main h1[tabindex="-1"]');
}
