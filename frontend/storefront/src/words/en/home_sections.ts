import { shop, when } from '#content/shop';

/** Texts of the home page below the first screen. They load with its code. */
export const homeSectionWords = {
  promoHeading: when(
    shop.delivery,
    `Prepaid orders are delivered for ${shop.delivery}, anywhere in India`,
    'Prepaid orders are delivered free, anywhere in India',
  ),
  promoText: 'One packet or ten, Surat or Shillong.',
  promoLink: 'Shop now',
  ingredientsHeading: 'Ingredients',
  ingredientsIntro: 'Six plants and one vitamin, and the powder each becomes.',
  ingredients: {
    karela: 'Karela',
    jamun: 'Jamun',
    moringa: 'Moringa',
    ashwagandha: 'Ashwagandha',
    tulsi: 'Tulsi',
    amla: 'Amla',
    b12: 'B12',
  },
  storyHeading: 'A mill in Surat, and patience',
  storyText: 'How the shop began, what we buy, and why our powders are milled slowly.',
  storyLink: 'Read our story',
  blogHeading: 'Worth reading before you buy',
  blogText:
    'Four long looks at karela, jamun, moringa and B12: taste, kitchen use, and when to ask a doctor.',
  blogLink: 'Open the blog',
};
