/** The six digits that an app with this key shows, now or at another time in milliseconds since 1970. */
export function totp(secret: string, at?: number): string;
