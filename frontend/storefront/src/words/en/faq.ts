/** Texts around the questions. The questions themselves are in `content/faq.ts`. */
export const faqWords = {
  title: 'Frequently asked questions',
  heading: 'Questions, plainly answered',
  intro: 'What the powders are, what they are not, and how to use them. Ten answers, a minute each.',
  description:
    'Answers about karela, jamun, moringa, B12 and ashwagandha powders: how to take them, side effects, dosage and storage.',
  stillAsking: 'Is your question not here?',
  stillAskingText: 'Call or write. A person answers, usually the same day.',
};
