/** The language tag (BCP 47) for `lang`, and for dates and lists by `Intl`. */
export const language = 'en-IN';
