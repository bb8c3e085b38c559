/** The letter or sign of a key, as a Latin keyboard has it there: on a Devanagari layout the key of j is not the letter. */
export function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key < '\u0080') return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
