/** A code of the server's as a user reads it, where a newer server has one that this page has no words for. */
export function codeLabel(code: string): string {
  const words = code.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
