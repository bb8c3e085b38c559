/** Returns a readable form of a server's code that this page has no label for, because the server is newer. */
export function codeLabel(code: string): string {
  const words = code.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
