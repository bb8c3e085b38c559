/** A rule, and whether a password keeps it. */
interface Rule {
  words: string;
  isKept: boolean;
}

/** What a password should be, told while it is typed. Identity decides, which also knows the common ones. */
export function passwordRules(password: string): Rule[] {
  return [{ words: '12 characters or more', isKept: [...password].length >= 12 }];
}
