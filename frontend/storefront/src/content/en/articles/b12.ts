import type { ArticleText } from '../../article_text';

/** Article 3: vitamin B12, tests and labels. */
export const b12: ArticleText = {
  inShort: [
    'Plants do not make B12. Milk, curd, paneer and eggs are where vegetarians find it; vegans need a fortified food or a supplement.',
    'Test first: tiredness has a hundred causes, and a blood test is cheaper than guessing.',
    'Read three things on a label: the form, the micrograms in a serving, and the share of the daily need.',
  ],
  lead: [
    'Ask a farmer for vitamin B12 and he will have to send you to the cow. No grain, dal, fruit or leaf makes it in any amount that counts. It is made by bacteria, and it reaches our plates through animals that keep those bacteria or eat what they made. In a country with so many vegetarians, that one fact of nature fills a good many waiting rooms.',
  ],
  sections: [
    {
      heading: 'What it does',
      blocks: [
        'Vitamin B12 contributes to the normal formation of red blood cells, to normal energy metabolism and to the normal work of the nervous system. The body needs astonishingly little: the Indian recommendation for an adult is 2.2 micrograms a day. A teaspoon of sugar weighs about two million times as much.',
        'The liver keeps a store that can last for years. That is a comfort and a trap, because someone who changes what they eat notices nothing for a long while, and then does not think of the change.',
      ],
    },
    {
      heading: 'Who runs short',
      blocks: [
        [
          'Vegans, who have no natural source at all.',
          'Vegetarians who take little milk, curd, paneer or egg.',
          'People over sixty, whose stomachs free less of the vitamin from food.',
          'People who have taken metformin or acid-reducing tablets for years. Do not stop them: ask for a test.',
          'Anyone with an illness or an operation of the stomach or gut.',
        ],
        'Tiredness, a sore tongue, tingling in hands or feet and a poor memory can belong to a shortage of B12. They can just as well belong to thyroid, iron, sugar, sleep or grief. No powder can tell them apart; a doctor can.',
      ],
    },
    {
      heading: 'Find out before you buy',
      blocks: [
        'A blood test is cheaper than a guess. Laboratories draw the line in different places, and a value near the line may need a second test, so let a doctor read the result. If it is low, the next question is why. Someone who cannot absorb the vitamin is not helped by a spoonful of it and may need injections, and a serious shortage can harm the nerves for good. That is no matter for a shop.',
        'Mention folic acid if you take it. A high intake can keep the blood count looking fine while the nerves go short.',
      ],
    },
    {
      heading: 'Food first',
      blocks: [
        'A large glass of milk has about one microgram, and a bowl of curd a little less. An egg has about half. Paneer keeps a fair part of what was in the milk. Flour and rice with the blue +F mark have B12 added by law. Seaweed, spirulina, tempeh and mushrooms are often praised, but much of what they hold is a look-alike that the body cannot use.',
        'Two good servings of dairy a day bring many vegetarians home. Where they do not, or where no one in the house drinks milk, a measured supplement is a plain answer.',
      ],
    },
    {
      heading: 'How to read the label',
      blocks: [
        'Form: methylcobalamin and cyanocobalamin are both good and well studied; one being “active” is mostly advertising. Amount: look for micrograms (µg) in one serving, not in 100 grams. Share: the percentage of the daily need should stand beside it. Company: what else is in the pack, and in what order?',
        'Our carton holds methylcobalamin in amla fruit powder, one microgram in each level scoop of two grams, in water or juice after a meal. That is a little under half of the daily need: a supplement beside food, made neither to replace a meal nor to refill an empty store. It is a health supplement and not for medicinal use. If you are pregnant, have a kidney or eye condition or take medicine regularly, ask your doctor first. Test again after three months, and keep both papers.',
      ],
    },
  ],
  quote: 'A blood test is cheaper than a guess.',
  sources: [
    'ICMR–National Institute of Nutrition, Nutrient Requirements for Indians (2020).',
    'US National Institutes of Health, Office of Dietary Supplements: Vitamin B12, Fact Sheet for Health Professionals.',
  ],
};
