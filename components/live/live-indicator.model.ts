import type { LiveSnapshot } from './live-state';

export interface LiveLook {
  readonly text: string;
  readonly tone: 'moving' | 'held' | 'down' | 'idle';
  readonly hint: string;
}

export function describeLive(live: LiveSnapshot): LiveLook {
  if (live.held !== null) {
    const waiting = live.waiting > 0 ? `, ${live.waiting > 99 ? '99+' : live.waiting} new` : '';
    return { text: `${live.held}${waiting}`, tone: 'held', hint: 'Updates are held. Figures keep their time.' };
  }
  switch (live.connection) {
    case 'open':
      return { text: 'Live', tone: 'moving', hint: 'Changes appear by themselves. p pauses.' };
    case 'down':
      return { text: 'Every 5 s, stream down', tone: 'down', hint: 'The live stream is down; the page asks every 5 s.' };
    case 'connecting':
      return { text: 'Connecting', tone: 'idle', hint: 'Opening the live stream.' };
  }
}
