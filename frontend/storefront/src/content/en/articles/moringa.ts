import type { ArticleText } from '../../article_text';

/** Article 4: the drumstick tree and its leaf. */
export const moringa: ArticleText = {
  inShort: [
    'The powder is leaf. Pods are a vegetable; root and bark are not food.',
    'A teaspoon is a pleasant green and not a meal: think of a gram of protein, not of a wonder.',
    'Stir it in when the flame is off. In pregnancy, or with thyroid or blood pressure medicine, ask your doctor first.',
  ],
  lead: [
    'There is a kind of tree that no one remembers planting. Someone pushed a stick into the ground beside the kitchen door, the rains came, and two years later the neighbours were asking for leaves. Saragvo in Gujarat, sahjan in the north, munaga in Andhra, murungai in Tamil Nadu: the drumstick tree has a name wherever there is sambar, and a second one wherever there is a grandmother.',
  ],
  sections: [
    {
      heading: 'One tree, two vegetables',
      blocks: [
        'The pods are what most of us meet first, cut to the length of a finger and chewed until only the husk is left. The leaves are the older treasure. Small, round and thin as paper, they are stripped from the stalk with one pull and thrown into dal, adai batter and buttermilk soups, or fried with coconut and a red chilli.',
        'Sanskrit calls the tree shigru, the sharp one, after the root, which tastes of horseradish. The root belongs in a text on poisons as much as in one on spices, and the bark with it. A food powder is made of leaf and nothing else, and the label should say so.',
      ],
    },
    {
      heading: 'From branch to jar',
      blocks: [
        'Ours are young leaves, stripped the morning they are cut, washed, and spread in the shade on cotton sheets. Shade is the whole art: sun dries faster and takes the green with it. Good powder is the colour of fresh henna and smells of hay and spinach. If it is brown it has been sunned, or is old; if it smells of fish it has been damp.',
      ],
    },
    {
      heading: 'What a spoonful really holds',
      blocks: [
        'Moringa is a nourishing leaf, and it needs no exaggeration. Published tables differ widely with soil, season and drying. In round numbers a heaped teaspoon of five grams has a gram or so of protein, about as much calcium as a third of a glass of milk, and some iron, of which the body takes up only a part because the leaf also holds substances that bind it. A squeeze of lemon helps.',
        'That is a fine thing to stir into a dal you were going to eat anyway. It is the habit that counts, a green on the plate every day of the year, and not any single spoon.',
      ],
    },
    {
      heading: 'Three sayings to forget',
      blocks: [
        [
          '“Seven times the vitamin C of oranges.” Fresh leaf by weight, perhaps. Drying takes most of it away, and no one eats a hundred grams of powder.',
          '“It replaces a multivitamin.” It holds no vitamin B12 to speak of, and a spoon is a spoon.',
          '“It is natural, so take as much as you like.” More than two teaspoons a day mostly means a hurried morning.',
        ],
      ],
    },
    {
      heading: 'Two recipes',
      blocks: [
        'Green dal for four. Cook a cup of moong dal with turmeric until soft. Temper ghee with cumin, garlic and a dried chilli and pour it over. Take the pot from the flame, wait a minute, then stir in two teaspoons of moringa and the juice of half a lemon. Salt at the end.',
        'Monday roti for eight. Mix two cups of atta with two teaspoons of moringa, half a teaspoon of ajwain and salt. Knead with warm water and a spoon of curd, rest for twenty minutes, and bake as always. The dough is alarmingly green; the roti is not, and children who count leaves in their dal eat these without a word.',
      ],
    },
    {
      heading: 'Who should ask first',
      blocks: [
        'Leaves in a curry have fed pregnant women for centuries, but a concentrated daily spoon is another matter: ask your doctor if you are pregnant or nursing. Ask as well if you take medicine for thyroid, blood pressure or sugar, or to thin the blood. Begin with half a teaspoon, because the leaf is rich in fibre. And if you have a balcony and a stick, push it into a pot in June. No one will remember who planted it.',
      ],
    },
  ],
  quote: 'It is the habit that counts, a green on the plate every day of the year, and not any single spoon.',
  sources: [
    'Bhavaprakasha Nighantu, on shigru.',
    'T. Longvah and others, Indian Food Composition Tables, National Institute of Nutrition, Hyderabad (2017).',
  ],
};
