import { describe, expect, it } from 'vitest';
import { isText, nameOfPress, printKeys, type KeyPress } from './keyboard.model';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys', () => {
  it('names presses as shortcuts are written', () => {
    expect(nameOfPress(press('x'))).toBe('x');
    expect(nameOfPress(press('X', { shiftKey: true }))).toBe('shift+x');
    expect(nameOfPress(press('?', { shiftKey: true }))).toBe('?');
    expect(nameOfPress(press('/', { shiftKey: true }))).toBe('/');
    expect(nameOfPress(press('k', { metaKey: true }))).toBe('mod+k');
    expect(nameOfPress(press('Enter', { ctrlKey: true }))).toBe('mod+enter');
    expect(nameOfPress(press('Shift', { shiftKey: true }))).toBeNull();
    expect(nameOfPress(press('å', { altKey: true }))).toBeNull();
  });
  it('tells what writes from what acts', () => {
    expect(['g', '?', 'é', '7'].map((key) => isText(press(key)))).toEqual([true, true, true, true]);
    expect(['Enter', ' ', 'Escape', 'Tab'].map((key) => isText(press(key)))).toEqual([false, false, false, false]);
    expect(isText(press('k', { ctrlKey: true }))).toBe(false);
  });
  it('prints them as on the keyboard', () => {
    expect(printKeys('mod+enter')).toBe('⌘↵');
    expect(printKeys('shift+x')).toBe('⇧x');
  });
});
