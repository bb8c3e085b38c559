/**
 * The address of a list that is searched. The text may be a shopper's name, number or mail address, so it stands behind a `#`: browsers
 * send that to no server.
 */
export function searchedAddress(path: string, text: string, params: Record<string, string> = {}): string {
  const query = String(new URLSearchParams(Object.entries(params).filter(([, value]) => value)));
  return `${path}${query && `?${query}`}${text && `#${encodeURIComponent(text)}`}`;
}

/** The text in the fragment of an address; empty where there is none that can be read. */
export function textIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
