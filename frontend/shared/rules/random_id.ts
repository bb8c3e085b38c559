/**
 * Returns a random UUID (RFC 9562, version 4). Browsers have `crypto.randomUUID` only over TLS and on localhost. A phone that opens a
 * laptop's pages does not have it.
 */
export function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), digits).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

function digits(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
