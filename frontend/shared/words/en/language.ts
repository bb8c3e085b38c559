/** What the language is called (BCP 47): in `lang`, and where `Intl` writes dates and lists. */
export const language = 'en-IN';
