import { expect, test } from 'vitest';
import { keyOf } from './key_of';

test.each([
  ['j', 'KeyJ', false, 'j'],
  ['र', 'KeyJ', false, 'j'],
  ['ा', 'KeyK', false, 'k'],
  ['य', 'Slash', false, '/'],
  ['य़', 'Slash', true, '?'],
  ['?', 'Slash', true, '?'],
  ['ArrowDown', 'ArrowDown', false, 'ArrowDown'],
  // On a Dvorak layout, this key has its own Latin letter.
  ['h', 'KeyJ', false, 'h'],
])('the key %s at %s is heard as it is on a Latin one', (key, code, shiftKey, heard) => {
  expect(keyOf(new KeyboardEvent('keydown', { key, code, shiftKey }))).toBe(heard);
});
