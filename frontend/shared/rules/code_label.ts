/** A code of the shop's as a shopper reads it, where a newer shop has one that this page has no words for. */
export function codeLabel(code: string): string {
  const words = code.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
