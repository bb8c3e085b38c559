/** The six digits that an app with this key shows at this moment. */
export function totp(secret: string): string;
