import domains from './email_domains.json';

/** The mail hosts accepted for accounts and messages. The identity service has the same list. */
const HOSTS = domains.map((domain) => domain.replaceAll('.', '\\.')).join('|');

const PATTERN = new RegExp(`^[a-z0-9._%+-]+@(${HOSTS})$`, 'i');

/** True if an address is accepted for an account or a message. */
export function isEmailOfKnownHost(email: string): boolean {
  return PATTERN.test(email);
}
