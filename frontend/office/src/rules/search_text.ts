/**
 * Returns the address of a searched list. The text may be a shopper's name, number or mail address. It is in the fragment because browsers
 * send no fragment to a server.
 */
export function searchedAddress(path: string, text: string, params: Record<string, string> = {}): string {
  const query = String(new URLSearchParams(Object.entries(params).filter(([, value]) => value)));
  return `${path}${query && `?${query}`}${text && `#${encodeURIComponent(text)}`}`;
}

/** Returns the search text in the fragment of an address; empty if there is none or it is malformed. */
export function textIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
