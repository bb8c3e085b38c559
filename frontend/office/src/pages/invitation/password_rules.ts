/** A password rule, and whether the password meets it. */
interface Rule {
  words: string;
  isKept: boolean;
}

/** Checks a password while it is typed. The identity service decides, and also refuses common passwords. */
export function passwordRules(password: string): Rule[] {
  return [{ words: '12 characters or more', isKept: [...password].length >= 12 }];
}
