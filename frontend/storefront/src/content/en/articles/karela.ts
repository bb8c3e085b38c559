import type { ArticleText } from '../../article_text';

/** Article 2: karela, from the vine to the glass. */
export const karela: ArticleText = {
  inShort: [
    'Bitter is one of the six tastes that a classical Indian meal is meant to hold.',
    'A good powder is the whole fruit, dried in the shade: grey-green, and bitter at once.',
    'Start with half a teaspoon. Not in pregnancy; with medicine for sugar, ask your doctor first.',
  ],
  lead: [
    'No one is neutral about karela. There are those who leave the table, and those who scrape the pan. What is curious is how many of the second sort began as the first: bitterness is the one taste that people learn, usually in the kitchen of a grandmother who took no notice of the faces they made.',
  ],
  sections: [
    {
      heading: 'A place at the table for bitter',
      blocks: [
        'Ayurveda counts six tastes, sweet, sour, salty, pungent, bitter and astringent, and says that a full meal holds them all. Modern plates rarely get past the first four. Regional kitchens remember better. A Bengali lunch opens with something bitter, so that all that follows tastes clearer. In Tamil homes the gourd goes into pitlai with lentils and coconut. Here in Surat it is cut into rings and cooked with jaggery and cashews until sweet and bitter stop arguing.',
        'The bitterness comes from a group of plant substances that the vine makes to keep insects off. They sit in skin, flesh and seeds alike, which is why scraping and salting tames a karela but never quite converts it.',
      ],
    },
    {
      heading: 'From vine to powder',
      blocks: [
        'Fresh karela is more than nine tenths water, so it takes about fifteen kilos to make one of powder. We buy it firm and dark, before the tips turn yellow: a ripe karela is orange, soft, and sweet in quite the wrong way. It is washed, sliced into thin rings with skin and seeds, and spread in the shade. Direct sun would be faster, and would bleach it to the colour of straw.',
        'When a ring snaps instead of bending, it goes between the stones in small batches, slowly enough to stay cool. Then it is sieved and packed. Nothing is added, which you can check at home:',
        [
          'Colour: grey-green to olive. A bright green powder deserves a question.',
          'Smell: dry leaves and a little tea, never must.',
          'Taste: bitter at once and for a good while. Sweetness or salt do not belong there.',
          'Water: it clouds the glass and settles. It does not foam or turn to paste.',
        ],
      ],
    },
    {
      heading: 'Three ways to take it',
      blocks: [
        'Straight: one level teaspoon (3 g) in half a glass of water, stirred hard and drunk in one go, with plain water after it. It is over in five seconds.',
        'In buttermilk: thin chaas with roasted cumin, black salt and half a teaspoon of karela. Fat and salt both round off the bitterness, and this is how most people come to like it.',
        'With jamun: half a teaspoon of each. The astringent seed makes the bitter fruit feel drier and shorter, and the two have kept company in Indian households for generations.',
        'Whichever you choose, begin with half the measure for a week, just before a meal. Karela is a food with character, and stomachs like to be introduced.',
      ],
    },
    {
      heading: 'What it is, and what it is not',
      blocks: [
        'Karela is traditionally used to support healthy sugar levels as part of a balanced diet. That is a statement about kitchens, not about hospitals. When a Cochrane review searched in 2012 for trials good enough to settle the matter, it found the evidence insufficient, and the trials since have been small. Take that seriously in both directions: a respectable food need not be a medicine, and a food that may add to the effect of a medicine deserves care.',
      ],
    },
    {
      heading: 'Who should leave it',
      blocks: [
        [
          'Pregnant women and nursing mothers: not at all.',
          'People who take medicine for sugar: only after asking the doctor, since the sugar may fall too low.',
          'People with G6PD deficiency: the seeds hold a substance related to the one in broad beans.',
          'Anyone due for surgery: stop two weeks before, and say that you took it.',
          'Children: the curry is plenty.',
        ],
        'For everybody else, a spoon of karela is a small daily exercise in honesty. It tastes exactly like what it is.',
      ],
    },
  ],
  quote: 'Karela is a food with character, and stomachs like to be introduced.',
  sources: [
    'Bhavaprakasha Nighantu, chapter on vegetables: karavellaka.',
    'C. P. Ooi and others, Momordica charantia for type 2 diabetes mellitus, Cochrane Database of Systematic Reviews (2012).',
  ],
};
