import domains from './email_domains.json';

/** The hosts whose addresses the shop takes for accounts and messages; the identity service has the same list. */
const HOSTS = domains.map((domain) => domain.replaceAll('.', '\\.')).join('|');

const PATTERN = new RegExp(`^[a-z0-9._%+-]+@(${HOSTS})$`, 'i');

/** Whether an address is one that an account or a message to the shop may have. */
export function isEmailOfKnownHost(email: string): boolean {
  return PATTERN.test(email);
}
