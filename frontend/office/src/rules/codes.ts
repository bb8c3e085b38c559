/** Returns true if a code is an order number. Pack codes look like P0012-100. */
export function isOrderNumber(code: string): boolean {
  return /^VM-/i.test(code.trim());
}

/** Normalises a code for comparison: scanners add spaces, and people type lower case. */
export function codeOf(scanned: string): string {
  return scanned.trim().toUpperCase();
}
