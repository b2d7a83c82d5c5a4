'use client';

import { useForgottenPage } from './recents';

/** Renders nothing. */
export function ForgetPage() {
  useForgottenPage();
  return null;
}
