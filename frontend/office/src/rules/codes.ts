/** Whether a code names an order; packs have codes such as P0012-100. */
export function isOrderNumber(code: string): boolean {
  return /^VM-/i.test(code.trim());
}

/** A code as it is compared: scanners add blanks, and people type small letters. */
export function codeOf(scanned: string): string {
  return scanned.trim().toUpperCase();
}
