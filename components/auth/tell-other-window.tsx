'use client';

import { useEffect } from 'react';
import { tellSignedIn } from './other-window';

/** The browser may not let it close itself: then the page says what to do. */
export function TellOtherWindow() {
  useEffect(() => {
    tellSignedIn();
    window.close();
  }, []);
  return null;
}
