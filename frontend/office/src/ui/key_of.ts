/** Returns the letter or sign that a key has on a Latin keyboard. On a Devanagari layout, the J key types another letter. */
export function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key < '\u0080') return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
